/** Is it an object of JSON: neither null nor an array? */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was sent as an object of JSON; an empty one where it is anything else. */
export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** The keys of an object that has no others, typed as such. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]
