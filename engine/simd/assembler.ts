/**
 * A small assembler of WebAssembly with SIMD (https://webassembly.github.io/spec/core/). Code is composed of typed
 * expressions; a mistake of types does not compile, or is rejected when the module is loaded.
 */
export type Kind = 'i32' | 'f32' | 'v128'

/** Bytes of code that leave a value of this kind, or nothing. */
export type Code<T extends Kind | 'nothing'> = { readonly kind?: T; readonly bytes: readonly number[] }

const kindBytes: Readonly<Record<Kind, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b }

/** LEB128, the variable length of numbers in WebAssembly. */
const unsigned = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]

const signed = (value: number): number[] => {
  const low = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && !(low & 0x40)) || (rest === -1 && (low & 0x40) !== 0)
  return isLast ? [low] : [low | 0x80, ...signed(rest)]
}

type Any = Code<Kind | 'nothing'>

const join = (codes: readonly Any[], ...last: readonly number[]) => ({
  bytes: [...codes.flatMap(({ bytes }) => bytes), ...last],
})

const one =
  <A extends Kind, R extends Kind>(...op: readonly number[]) =>
  (a: Code<A>): Code<R> =>
    join([a], ...op)
const two =
  <A extends Kind, B extends Kind, R extends Kind>(...op: readonly number[]) =>
  (a: Code<A>, b: Code<B>): Code<R> =>
    join([a, b], ...op)
const simd = (op: number) => [0xfd, ...unsigned(op)]
const lanes = (op: number) => two<'v128', 'v128', 'v128'>(...simd(op))
const lane = (op: number) => one<'v128', 'v128'>(...simd(op))
const shift = (op: number) => two<'v128', 'i32', 'v128'>(...simd(op))

const load =
  <R extends Kind>(...op: readonly number[]) =>
  (at: Code<'i32'>, offset = 0): Code<R> =>
    join([at], ...op, 0, ...unsigned(offset))
const store =
  <A extends Kind>(op: readonly number[], ...index: readonly number[]) =>
  (at: Code<'i32'>, value: Code<A>, offset = 0): Code<'nothing'> =>
    join([at, value], ...op, 0, ...unsigned(offset), ...index)

const floatBytes = (value: number) => [...new Uint8Array(Float32Array.of(value).buffer)]

export const i32 = {
  of: (value: number): Code<'i32'> => ({ bytes: [0x41, ...signed(value)] }),
  add: two<'i32', 'i32', 'i32'>(0x6a),
  sub: two<'i32', 'i32', 'i32'>(0x6b),
  mul: two<'i32', 'i32', 'i32'>(0x6c),
  and: two<'i32', 'i32', 'i32'>(0x71),
  shl: two<'i32', 'i32', 'i32'>(0x74),
  shrS: two<'i32', 'i32', 'i32'>(0x75),
  ltS: two<'i32', 'i32', 'i32'>(0x48),
  ltU: two<'i32', 'i32', 'i32'>(0x49),
  load: load<'i32'>(0x28),
  load8: load<'i32'>(0x2d),
  load16: load<'i32'>(0x2f),
  store8: store<'i32'>([0x3a]),
  fromFloat: one<'f32', 'i32'>(0xfc, 0),
}

export const f32 = {
  of: (value: number): Code<'f32'> => ({ bytes: [0x43, ...floatBytes(value)] }),
  add: two<'f32', 'f32', 'f32'>(0x92),
  sub: two<'f32', 'f32', 'f32'>(0x93),
  mul: two<'f32', 'f32', 'f32'>(0x94),
  div: two<'f32', 'f32', 'f32'>(0x95),
  floor: one<'f32', 'f32'>(0x8e),
  min: two<'f32', 'f32', 'f32'>(0x96),
  max: two<'f32', 'f32', 'f32'>(0x97),
  load: load<'f32'>(0x2a),
  store: store<'f32'>([0x38]),
  fromInt: one<'i32', 'f32'>(0xb2),
}

export const v128 = {
  load: load<'v128'>(...simd(0)),
  /** Eight bytes as sixteen-bit lanes. */
  load8x8: load<'v128'>(...simd(2)),
  store: store<'v128'>(simd(11)),
  storeLow: store<'v128'>(simd(0x5b), 0),
  or: lanes(0x50),
  and: lanes(0x4e),
  anyTrue: one<'v128', 'i32'>(...simd(0x53)),
  /** Bytes of both values, by index: those of the second from 16 on. */
  shuffle: (a: Code<'v128'>, b: Code<'v128'>, order: readonly number[]): Code<'v128'> =>
    join([a, b], ...simd(13), ...order),
}

export const i8x16 = {
  swizzle: lanes(14),
  splat: one<'i32', 'v128'>(...simd(15)),
  add: lanes(0x6e),
  narrow: lanes(0x66),
}

export const i16x8 = {
  splat: one<'i32', 'v128'>(...simd(0x10)),
  lowBytes: lane(0x89),
  highBytes: lane(0x8a),
  add: lanes(0x8e),
  sub: lanes(0x91),
  mul: lanes(0x95),
  shrU: shift(0x8d),
  narrow: lanes(0x86),
}

export const i32x4 = {
  splat: one<'i32', 'v128'>(...simd(0x11)),
  of: (...values: readonly number[]): Code<'v128'> => ({
    bytes: [...simd(12), ...new Uint8Array(Int32Array.from(values).buffer)],
  }),
  first: one<'v128', 'i32'>(...simd(0x1b), 0),
  add: lanes(0xae),
  sub: lanes(0xb1),
  shl: shift(0xab),
  shrS: shift(0xac),
  gtU: lanes(0x3c),
  fromFloat: lane(0xf8),
}

export const f32x4 = {
  of: (...values: readonly number[]): Code<'v128'> => ({
    bytes: [...simd(12), ...values.flatMap(floatBytes)],
  }),
  splat: one<'f32', 'v128'>(...simd(0x13)),
  add: lanes(0xe4),
  sub: lanes(0xe5),
  mul: lanes(0xe6),
  div: lanes(0xe7),
}

/** The sum of at least one vector of 32-bit floats. */
export const sumOf = (all: readonly Code<'v128'>[]) => all.reduce((sum, each) => f32x4.add(sum, each))

/** Four vectors of four values, with rows and columns exchanged. */
export const transposed = (
  a: Code<'v128'>,
  b: Code<'v128'>,
  c: Code<'v128'>,
  d: Code<'v128'>,
): readonly [Code<'v128'>, Code<'v128'>, Code<'v128'>, Code<'v128'>] => {
  const bytesOf = (lanes: readonly number[]) => lanes.flatMap(lane => [0, 1, 2, 3].map(at => 4 * lane + at))
  const pick = (one: Code<'v128'>, other: Code<'v128'>, lanes: readonly number[]) =>
    v128.shuffle(one, other, bytesOf(lanes))
  const column = (lane: number) =>
    pick(
      pick(a, b, [lane, lane + 4, lane, lane + 4]),
      pick(c, d, [lane, lane + 4, lane, lane + 4]),
      [0, 1, 4, 5],
    )
  return [column(0), column(1), column(2), column(3)]
}

/** A variable of a function. */
export type Local<T extends Kind> = {
  readonly get: Code<T>
  readonly set: (value: Code<T>) => Code<'nothing'>
}

/** Repeats the body while the condition holds. */
export const repeat = (condition: Code<'i32'>, body: readonly Code<'nothing'>[]): Code<'nothing'> => ({
  bytes: [
    0x02,
    0x40,
    0x03,
    0x40,
    ...condition.bytes,
    0x45,
    0x0d,
    1,
    ...join(body).bytes,
    0x0c,
    0,
    0x0b,
    0x0b,
  ],
})

export const when = (
  condition: Code<'i32'>,
  then: readonly Code<'nothing'>[],
  otherwise: readonly Code<'nothing'>[],
): Code<'nothing'> => ({
  bytes: [...condition.bytes, 0x04, 0x40, ...join(then).bytes, 0x05, ...join(otherwise).bytes, 0x0b],
})

export type Scope = {
  readonly parameter: <T extends Kind>(kind: T) => Local<T>
  readonly local: <T extends Kind>(kind: T) => Local<T>
}

type Assembled = { readonly parameters: readonly Kind[]; readonly body: readonly number[] }

const assemble = (build: (scope: Scope) => readonly Code<'nothing'>[]): Assembled => {
  const [parameters, locals]: [Kind[], Kind[]] = [[], []]
  const at = <T extends Kind>(index: number): Local<T> => ({
    get: { bytes: [0x20, ...unsigned(index)] },
    set: value => join([value], 0x21, ...unsigned(index)),
  })
  const code = build({
    parameter: kind => at(parameters.push(kind) - 1),
    local: kind => at(parameters.length + locals.push(kind) - 1),
  })
  const declared = locals.flatMap(kind => [1, kindBytes[kind]])
  return { parameters, body: [...unsigned(locals.length), ...declared, ...join(code).bytes, 0x0b] }
}

const sized = (bytes: readonly number[]) => [...unsigned(bytes.length), ...bytes]
const named = (name: string) => sized([...Buffer.from(name)])
const section = (id: number, items: readonly (readonly number[])[]) => [
  id,
  ...sized([...unsigned(items.length), ...items.flat()]),
]

/** Builds a function: its parameters first, then its locals. */
export type Build = (scope: Scope) => readonly Code<'nothing'>[]

const moduleOf = (functions: readonly (readonly [string, Build])[]) => {
  const all = functions.map(([name, build]) => ({ name, ...assemble(build) }))
  const types = all.map(({ parameters }) => [0x60, ...sized(parameters.map(kind => kindBytes[kind])), 0])
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...named('js'), ...named('memory'), 2, 0, 0]]),
    ...section(
      3,
      all.map((_, index) => unsigned(index)),
    ),
    ...section(
      7,
      all.map(({ name }, index) => [...named(name), 0, ...unsigned(index)]),
    ),
    ...section(
      10,
      all.map(({ body }) => sized(body)),
    ),
  ])
}

const pageBytes = 65536

/**
 * Compiles functions that share a memory.
 * @param bytes size of the memory
 * @returns the memory and the functions by name; addresses are in bytes
 */
export const compile = <Name extends string>(functions: Readonly<Record<Name, Build>>, bytes: number) => {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) })
  const module = new WebAssembly.Module(moduleOf(Object.entries<Build>(functions)))
  const { exports } = new WebAssembly.Instance(module, { js: { memory } })
  const call = (name: Name): ((...values: readonly number[]) => void) => {
    const found = exports[name]
    if (typeof found !== 'function') throw new Error(`WebAssembly lacks ${name}.`)
    return (...values) => found(...values)
  }
  return { memory: memory.buffer, call }
}
