const deep = (levels: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** Malformed values that no form sends, by description: for any field, parameter or path segment. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  negative: -1,
  fraction: 1.5,
  huge: 1e308,
  'beyond integers': 2 ** 63,
  empty: '',
  blank: ' \t\n',
  'very long': 'x'.repeat(60_000),
  nul: 'a\u0000b',
  'lone surrogate': 'a\ud800b',
  emoji: '👩‍👩‍👧‍👦'.repeat(40),
  'right to left': '\u202etxt.exe',
  markup: '<img src=x onerror=alert(1)>',
  sql: "'; drop table users; --",
  path: '../../../../etc/passwd',
  template: '{{constructor}} #{7*7} %s %n',
  year: '2020',
  'far date': '+275760-09-13T00:00:00Z',
  'odd date': 'Jan 1 2090 (x)',
  'empty list': [],
  'lists in lists': [[[]]],
  'many items': Array.from({ length: 3000 }, (_, at) => `item ${at}`),
  'empty object': {},
  'reference to nothing': { ref: 'nothing/at/all' },
  'reference that is none': { ref: 7, label: {} },
  prototype: JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
  deep: deep(300),
}

/** The same for places that only accept text. */
export const hostileTexts = Object.values(hostileValues).map(value =>
  typeof value === 'string' ? value : JSON.stringify(value),
)
