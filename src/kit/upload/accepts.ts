/** Is a file of this type allowed? `accept` lists content types, a trailing `/*` for a family. */
export const accepts = (accept: readonly string[] | undefined, type: string) =>
  !accept ||
  accept.some(allowed =>
    allowed.endsWith('/*')
      ? type.startsWith(allowed.slice(0, -1))
      : allowed.toLowerCase() === type.toLowerCase(),
  )

/** What names a file's format: its type, or its extension where the browser knows no type. */
export const formatOf = ({ type, name }: Pick<File, 'type' | 'name'>) => type || name.split('.').pop() || name
