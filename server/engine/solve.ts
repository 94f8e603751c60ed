const tiny = 1e-12

const swapRows = (matrix: Float64Array, vector: Float64Array, a: number, b: number) => {
  const n = vector.length
  const row = matrix.slice(a * n, (a + 1) * n)
  matrix.copyWithin(a * n, b * n, (b + 1) * n)
  matrix.set(row, b * n)
  const value = vector[a] ?? 0
  vector[a] = vector[b] ?? 0
  vector[b] = value
}

const pivotRow = (matrix: Float64Array, column: number, n: number) => {
  let best = column
  for (let row = column + 1; row < n; row += 1)
    if (Math.abs(matrix[row * n + column] ?? 0) > Math.abs(matrix[best * n + column] ?? 0)) best = row
  return best
}

const eliminate = (matrix: Float64Array, vector: Float64Array, column: number) => {
  const n = vector.length
  for (let row = column + 1; row < n; row += 1) {
    const factor = (matrix[row * n + column] ?? 0) / (matrix[column * n + column] || tiny)
    for (let k = column; k < n; k += 1)
      matrix[row * n + k] = (matrix[row * n + k] ?? 0) - factor * (matrix[column * n + k] ?? 0)
    vector[row] = (vector[row] ?? 0) - factor * (vector[column] ?? 0)
  }
}

/**
 * Solves a square system by Gaussian elimination, overwriting both arguments. Undetermined unknowns are 0.
 */
export const solve = (matrix: Float64Array, vector: Float64Array): Float64Array => {
  const n = vector.length
  for (let column = 0; column < n; column += 1) {
    swapRows(matrix, vector, column, pivotRow(matrix, column, n))
    eliminate(matrix, vector, column)
  }
  const answer = new Float64Array(n)
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = vector[row] ?? 0
    for (let k = row + 1; k < n; k += 1) sum -= (matrix[row * n + k] ?? 0) * (answer[k] ?? 0)
    const pivot = matrix[row * n + row] ?? 0
    answer[row] = Math.abs(pivot) < tiny ? 0 : sum / pivot
  }
  return answer
}
