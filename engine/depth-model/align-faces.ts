import { solve } from '~/engine/motion'
import { cells, columns } from '~/engine/sphere-grid'
import { type FaceCells, faceCells, faceCount } from './face-frames'

/** Measured depth of each cell: its inverse distance in 1/m, and its trust, 0 to 1. */
export type Anchors = { readonly inverse: Float32Array; readonly trust: Float32Array }

/** Inverse depth of a face in metres is `scale` × the model's + `shift`. */
type Fit = { readonly scale: number; readonly shift: number }

/** Each fourth cell in both directions: fits need no more. */
const step = 4
/** Rounds in which outliers lose weight: a table is not the ground below it. */
const rounds = 4
/** Error in 1/m from which an anchor counts half. */
const tolerance = 0.05
/** Weight that pulls each face towards the common fit of all faces. */
const loyalty = 0.02

const isSampled = (at: number) => at % step === 0 && Math.floor(at / columns) % step === 0

type Equation = {
  readonly at: readonly number[]
  readonly factors: readonly number[]
  readonly value: number
}

/** Least squares: the unknowns of `size` that fit the weighted equations best. */
const fitOf = (size: number) => {
  const [matrix, vector] = [new Float64Array(size * size), new Float64Array(size)]
  return {
    add: ({ at, factors, value }: Equation, weight: number) => {
      at.forEach((row, i) => {
        const factor = weight * (factors[i] ?? 0)
        vector[row] = (vector[row] ?? 0) + factor * value
        at.forEach((column, j) => {
          matrix[row * size + column] = (matrix[row * size + column] ?? 0) + factor * (factors[j] ?? 0)
        })
      })
    },
    solve: () => solve(matrix, vector),
  }
}

/** The sampled cells of a face: cell, the model's value and the cosine. */
type Sample = {
  readonly at: number
  readonly value: number
  readonly cosine: number
  readonly weight: number
}

const sampledOf = ({ at }: FaceCells) => [...at.keys()].filter(index => isSampled(at[index] ?? 0))
const sampled = faceCells.map(sampledOf)

const samplesOf = (face: number, values: Float32Array): readonly Sample[] =>
  (sampled[face] ?? []).map(index => ({
    at: faceCells[face]?.at[index] ?? 0,
    value: values[index] ?? 0,
    cosine: faceCells[face]?.cosine[index] ?? 0,
    weight: faceCells[face]?.weight[index] ?? 0,
  }))

/** The inverse distance of a sample is `scale` × the first + `shift` × the second. */
const factorsOf = ({ value, cosine }: Sample) => [cosine * value, cosine] as const

const reliance = (error: number) => 1 / (1 + (error / tolerance) ** 2)

/** One robust fit for all faces by the anchors alone. */
const commonFit = (faces: readonly (readonly Sample[])[], anchors: Anchors): Fit => {
  let fit: Fit | undefined
  for (let round = 0; round < rounds; round += 1) {
    const system = fitOf(2)
    for (const sample of faces.flat()) {
      const factors = factorsOf(sample)
      const value = anchors.inverse[sample.at] ?? 0
      const error = fit ? factors[0] * fit.scale + factors[1] * fit.shift - value : 0
      const weight = (anchors.trust[sample.at] ?? 0) * sample.weight * reliance(error)
      if (weight > 0) system.add({ at: [0, 1], factors, value }, weight)
    }
    const [scale = 0, shift = 0] = system.solve()
    fit = { scale, shift }
  }
  return fit ?? { scale: 0, shift: 0 }
}

/** The samples of all faces by cell: cells that two or three faces see. */
const sharedCells = (faces: readonly (readonly Sample[])[]) => {
  const shared = new Map<number, { face: number; sample: Sample }[]>()
  faces.forEach((samples, face) => {
    for (const sample of samples) shared.set(sample.at, [...(shared.get(sample.at) ?? []), { face, sample }])
  })
  return [...shared.values()].filter(seen => seen.length > 1)
}

/** A fit for each face: near that of all, equal where faces overlap, and true to the anchors. */
const fitsOf = (faces: readonly (readonly Sample[])[], anchors: Anchors, common: Fit): readonly Fit[] => {
  const system = fitOf(2 * faceCount)
  const total = faces.reduce((sum, samples) => sum + samples.length, 0) / faceCount
  faces.forEach((samples, face) => {
    const at = [2 * face, 2 * face + 1]
    for (const sample of samples) {
      const factors = factorsOf(sample)
      const value = anchors.inverse[sample.at] ?? 0
      const error = factors[0] * common.scale + factors[1] * common.shift - value
      system.add({ at, factors, value }, (anchors.trust[sample.at] ?? 0) * sample.weight * reliance(error))
    }
    system.add({ at: [2 * face], factors: [1], value: common.scale }, loyalty * total)
    system.add({ at: [2 * face + 1], factors: [1], value: common.shift }, loyalty * total)
  })
  for (const [first, second] of sharedCells(faces)) {
    if (!first || !second) continue
    const at = [first, second].flatMap(({ face }) => [2 * face, 2 * face + 1])
    const [a, b] = [factorsOf(first.sample), factorsOf(second.sample)]
    const weight = Math.min(first.sample.weight, second.sample.weight)
    system.add({ at, factors: [...a, -b[0], -b[1]], value: 0 }, 2 * weight)
  }
  const answer = system.solve()
  return faces.map((_, face) => ({ scale: answer[2 * face] ?? 0, shift: answer[2 * face + 1] ?? 0 }))
}

/** Mean 0 and deviation 1 over all faces, so that a model's own scale does not matter. */
const normalised = (values: readonly Float32Array[]) => {
  let [count, sum, squares] = [0, 0, 0]
  for (const face of values)
    for (const value of face) {
      count += 1
      sum += value
      squares += value * value
    }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(squares / count - mean * mean, 0)) || 1
  return values.map(face => face.map(value => (value - mean) / deviation))
}

/**
 * Brings a model's depth of six faces into metres and onto the sphere, without seams.
 * @param values of each face's cells: inverse depth in the model's own scale
 * @returns inverse distances in 1/m; undefined if the model's depth contradicts the anchors
 */
export const alignFaces = (values: readonly Float32Array[], anchors: Anchors): Float32Array | undefined => {
  const disparities = normalised(values)
  const faces = disparities.map((values, face) => samplesOf(face, values))
  const common = commonFit(faces, anchors)
  if (!(common.scale > 0)) return undefined
  const fits = fitsOf(faces, anchors, common).map(fit => (fit.scale > 0 ? fit : common))
  const [sums, weights] = [new Float32Array(cells), new Float32Array(cells)]
  faceCells.forEach(({ at, cosine, weight }, index) => {
    const { scale, shift } = fits[index] ?? common
    at.forEach((cell, k) => {
      const inverse = (cosine[k] ?? 0) * (scale * (disparities[index]?.[k] ?? 0) + shift)
      sums[cell] = (sums[cell] ?? 0) + (weight[k] ?? 0) * Math.max(inverse, 0)
      weights[cell] = (weights[cell] ?? 0) + (weight[k] ?? 0)
    })
  })
  return sums.map((sum, cell) => sum / (weights[cell] || 1))
}
