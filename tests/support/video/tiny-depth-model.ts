import { writeFileSync } from 'node:fs'

/** The subset of protocol buffers that ONNX files of a few nodes need. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const number = (field: number, value: number) => Buffer.from([...varint(field * 8), ...varint(value)])
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(value.length)]), value])
const text = (field: number, value: string) => bytes(field, Buffer.from(value))
const message = (field: number, ...parts: readonly Buffer[]) => bytes(field, Buffer.concat(parts))

const float = 1

const node = (type: string, inputs: readonly string[], output: string, ...attributes: readonly Buffer[]) =>
  message(1, ...inputs.map(name => text(1, name)), text(2, output), text(4, type), ...attributes)
const attribute = (name: string, field: number, value: number, kind: number) =>
  message(5, text(1, name), number(field, value), number(20, kind))

const constant = (name: string, dims: readonly number[], values: readonly number[]) =>
  message(
    5,
    ...dims.map(dim => number(1, dim)),
    number(2, float),
    text(8, name),
    bytes(9, Buffer.from(Float32Array.from(values).buffer)),
  )

const tensor = (field: number, name: string, dims: readonly number[]) => {
  const shape = message(2, ...dims.map(dim => message(1, number(1, dim))))
  return message(field, text(1, name), message(2, message(1, number(1, float), shape)))
}

/** Normalisation of the red and blue channels in MiDaS and Depth Anything. */
const [red, blue] = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.406, deviation: 0.225 },
]

/** Models output depth along the optical axis, which is smaller than the distance along an oblique ray. */
const perCosine = (size: number) => {
  const reach = Math.tan((55 * Math.PI) / 180)
  const off = (at: number) => (((at + 0.5) / size) * 2 - 1) * reach
  return Array.from({ length: size * size }, (_, at) =>
    Math.hypot(1, off(at % size), off(Math.floor(at / size))),
  )
}

/**
 * Writes a depth model with the input and output of MiDaS (1 × 3 × size × size to 1 × size × size) that reads inverse depth
 * from the blueness of the image, in an arbitrary scale.
 * @param sign -1: nearer is smaller, as in a model that outputs depth instead of inverse depth
 */
export const writeTinyDepthModel = (path: string, { size = 256, sign = 1 } = {}) => {
  const graph = message(
    7,
    node('Mul', ['picture', 'weights'], 'weighted'),
    node('ReduceMean', ['weighted'], 'mean', attribute('keepdims', 3, 0, 2), attribute('axes', 8, 1, 7)),
    node('Add', ['mean', 'black'], 'blueness'),
    node('Mul', ['blueness', 'perCosine'], 'depth'),
    text(2, 'tiny'),
    constant(
      'weights',
      [3, 1, 1],
      [-red.deviation, 0, blue.deviation].map(value => sign * 21 * value),
    ),
    constant('black', [1], [sign * 7 * (blue.mean - red.mean)]),
    constant('perCosine', [size, size], perCosine(size)),
    tensor(11, 'picture', [1, 3, size, size]),
    tensor(12, 'depth', [1, size, size]),
  )
  writeFileSync(path, Buffer.concat([number(1, 8), graph, message(8, text(1, ''), number(2, 13))]))
  return path
}
