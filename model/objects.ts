type Row = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** The value at a field path. A dotted path is flat in the server's records and nested in the API's. */
export const valueAt = (record: Row | undefined, path: string): unknown =>
  record && Object.hasOwn(record, path)
    ? record[path]
    : path
        .split('.')
        .reduce<unknown>(
          (value, key) => (isRow(value) && Object.hasOwn(value, key) ? value[key] : undefined),
          record,
        )

/** Whether the value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as a JSON object; an empty object for anything else. */
export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** A text at a key; undefined if it is missing, empty or no text. */
export const textIn = (value: unknown, key: string) => {
  const text = asObject(value)[key]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * An object with these keys and no values, to be copied by `{ ...blank }` and filled. V8 turns an object that gets more
 * than 12 keys one by one into a hash table, which takes three times as long to fill and half as long again to serialize.
 */
export const blankOf = (keys: readonly string[]): Readonly<Record<string, null>> =>
  JSON.parse(JSON.stringify(Object.fromEntries(keys.map(key => [key, null]))))

/** An object with a value for each of some keys. */
export const fromKeys = <K extends string, V>(keys: readonly K[], toValue: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, toValue(key)])) as Record<K, V>

/** The keys of an object, typed. For objects without further keys. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** Computes a value once for each object, such as a definition, and keeps it as long as that object is kept. */
export const oncePer = <K extends object, V>(compute: (object: K) => V): ((object: K) => V) => {
  const known = new WeakMap<K, { readonly value: V }>()
  return object => {
    const found = known.get(object) ?? { value: compute(object) }
    known.set(object, found)
    return found.value
  }
}

/** `{'users.total': 3}` → `{users: {total: 3}}`, as the API sends it. */
export const nest = (flat: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const keys = Object.keys(flat)
  if (!keys.some(key => key.includes('.'))) return { ...flat }
  const nested: Record<string, unknown> = {}
  for (const key of keys) {
    const dot = key.indexOf('.')
    if (dot < 0) nested[key] = flat[key]
    else {
      const head = key.slice(0, dot)
      nested[head] = { ...asObject(nested[head]), [key.slice(dot + 1)]: flat[key] }
    }
  }
  return nested
}

/** The inverse of `nest`, for declared paths only; undeclared keys are kept as they are. */
export const flatten = (nested: Readonly<Record<string, unknown>>, declared: readonly string[]) => {
  const dotted = declared.filter(key => key.includes('.'))
  const heads = new Set(dotted.map(key => key.slice(0, key.indexOf('.'))))
  const flat: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(nested)) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!heads.has(key) || !isGroup || declared.includes(key)) flat[key] = value
    else for (const [tail, inner] of Object.entries(value)) flat[`${key}.${tail}`] = inner
  }
  return flat
}
