type Row = Readonly<Record<string, unknown>>

/** The value of a declared path: a dot nests it. */
export const valueAt = (record: Row | undefined, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Row)[key] : undefined),
      record,
    )
