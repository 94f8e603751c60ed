import { cells, columns, rows } from './sphere-grid'

/** Brightness gradient in levels per cell at which the flow is trusted by half. */
const enough = 3
/** Window radius in cells around each cell; the same as that of the optical flow. */
const reach = 7

const slopes = (small: Uint8Array) => {
  const all = new Float32Array(cells)
  for (let row = 1; row < rows - 1; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column
      const left = small[row * columns + ((column + columns - 1) % columns)] ?? 0
      const right = small[row * columns + ((column + 1) % columns)] ?? 0
      const [above, below] = [small[at - columns] ?? 0, small[at + columns] ?? 0]
      all[at] = ((right - left) ** 2 + (below - above) ** 2) / 4
    }
  return all
}

/** Box blur along one direction; columns wrap around, rows do not. */
const blurAlong = (values: Float32Array, width: number, step: number, wraps: boolean, radius: number) => {
  const out = new Float32Array(values.length)
  const lines = values.length / width
  const place = (line: number, index: number) => (step === 1 ? line * width + index : index * lines + line)
  for (let line = 0; line < lines; line += 1) {
    const at = (index: number) => {
      const kept = wraps ? (index + width) % width : Math.min(Math.max(index, 0), width - 1)
      return values[place(line, kept)] ?? 0
    }
    let sum = 0
    for (let index = -radius; index <= radius; index += 1) sum += at(index)
    for (let index = 0; index < width; index += 1) {
      out[place(line, index)] = sum / (2 * radius + 1)
      sum += at(index + radius + 1) - at(index - radius)
    }
  }
  return out
}

/** Box blur: the mean over a square of cells around each cell. */
export const blur = (values: Float32Array, radius: number) =>
  blurAlong(blurAlong(values, columns, 1, true, radius), rows, columns, false, radius)

/** Trust in the flow of each cell according to its texture, 0 to 1. */
export const textureTrust = (small: Uint8Array): Float32Array =>
  blur(slopes(small), reach).map(energy => energy / (energy + enough ** 2))
