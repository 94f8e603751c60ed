/** Text that neither database can store. */
export const unstorable = ['a\u0000b', 'a\ud800b'] as const

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)

/** Values of every JSON type, and some that look valid. */
export const oddValues: readonly unknown[] = [
  true,
  1.5,
  '+275760-09-13T00:00:00Z',
  [null],
  ['x', { ref: 5 }],
  { ref: 5 },
  { email: 5 },
  { en: '<p>%{{' },
]

/** Bodies that every route rejects. */
export const refusedBodies: readonly (readonly [what: string, body: unknown])[] = [
  ...unstorable.flatMap(text => [
    ['text', { name: text }] as const,
    ['text within', { a: [{ b: { c: ['x', text] } }] }] as const,
    ['a key', { [text]: 1 }] as const,
  ]),
  ['nesting', { a: nested(1000) }],
  ['an array', { a: Array.from({ length: 1001 }, () => 1) }],
  ['a string', { a: 'x'.repeat(100_001) }],
  ['many values', { a: Array.from({ length: 120 }, () => Array.from({ length: 900 }, () => 1)) }],
]

/** Percent-encoded values of query parameters that every list rejects. */
export const oddQueries = [
  '%00',
  '%zz',
  '%c0%af',
  '1.5',
  '-1',
  '1e99',
  '0x10',
  '99999999999999999999',
] as const

/** Values of a condition in `q`. */
export const oddConditions: readonly unknown[] = [
  ...unstorable,
  '2020-02-30',
  '+275760-09-13T00:00:00Z',
  '(*[\\',
  1.5,
  2 ** 63,
  true,
  null,
  [],
  [null],
  ['x'],
  [1.5],
  {},
  [[]],
]

/** Operands of every operator. */
export const comparedWith: readonly unknown[] = ['(*[\\', '2020', 1.5, true, null]
