export type Change = { readonly path: string; readonly from: unknown; readonly to: unknown }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an event's `args`: `{changes: {<field>: [old, new]}}`, or what else there is to say, as text. */
export const changesIn = (args: unknown): { changes: Change[]; note: string } => {
  if (!isObject(args)) return { changes: [], note: '' }
  const changes = Object.entries(isObject(args.changes) ? args.changes : {}).flatMap(([path, pair]) =>
    Array.isArray(pair) ? [{ path, from: pair[0], to: pair[1] }] : [],
  )
  return { changes, note: typeof args.label === 'string' ? args.label : '' }
}

/** `users.total` → `{ users: { total } }`, as records hold it. */
export const nested = (path: string, value: unknown): Record<string, unknown> =>
  path
    .split('.')
    .reverse()
    .reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>
