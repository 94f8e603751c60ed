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
