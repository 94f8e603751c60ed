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

/** An object with a value for each of some keys. */
export const fromKeys = <K extends string, V>(keys: readonly K[], toValue: (key: K) => V) =>
  Object.fromEntries(keys.map(key => [key, toValue(key)])) as Record<K, V>

/** The keys of an object, typed. For objects without further keys. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]
