import { isProductTrigger, type ProductNames } from '~/server/platform/database/product-names'

/** Kinds of entries of a dump whose name begins with that of their table. */
const OF_TABLE = ['TABLE DATA', 'FK CONSTRAINT', 'CHECK CONSTRAINT', 'CONSTRAINT', 'DEFAULT', 'TABLE']
/** Kinds that have a name of their own. */
const NAMED = ['INDEX', 'FUNCTION', 'TRIGGER', 'SEQUENCE SET', 'SEQUENCE OWNED BY', 'SEQUENCE']
/** Kinds that are restored in no case, wherever they belong. */
const NEVER = ['COMMENT', 'ACL', 'DEFAULT ACL', 'SECURITY LABEL', 'POLICY', 'ROW SECURITY', 'RULE']
/** Further kinds of two words or more, whose first word is not the whole kind. */
const LONGER = [
  ...['TABLE ATTACH', 'INDEX ATTACH', 'FOREIGN TABLE', 'MATERIALIZED VIEW DATA', 'MATERIALIZED VIEW'],
  ...[
    'EVENT TRIGGER',
    'PUBLICATION TABLES IN SCHEMA',
    'PUBLICATION TABLE',
    'STATISTICS DATA',
    'USER MAPPING',
  ],
  ...['OPERATOR CLASS', 'OPERATOR FAMILY', 'TEXT SEARCH CONFIGURATION', 'TEXT SEARCH DICTIONARY'],
  ...['FOREIGN DATA WRAPPER', 'ACCESS METHOD', 'PROCEDURAL LANGUAGE', 'SHELL TYPE', 'DATABASE PROPERTIES'],
]
const KINDS = [...OF_TABLE, ...NAMED, ...NEVER, ...LONGER, 'SCHEMA', 'EXTENSION'].sort(
  (a, b) => b.length - a.length,
)

type Entry = { readonly kind: string; readonly schema: string; readonly name: string }

/** `3403; 0 16386 TABLE DATA public videos app` */
const entryIn = (line: string): Entry | undefined => {
  const [, rest = ''] = /^\d+; \d+ \d+ (.+)$/.exec(line) ?? []
  const kind = KINDS.find(each => rest.startsWith(`${each} `))
  if (!rest) return undefined
  if (!kind) return { kind: '', ...placeIn(rest.split(' ').slice(1)) }
  return { kind, ...placeIn(rest.slice(kind.length + 1).split(' ')) }
}

/** The last word is the owner. */
const placeIn = ([schema = '', ...words]: readonly string[]) => ({
  schema,
  name: words.slice(0, -1).join(' '),
})

const isProductName = (names: ProductNames, { kind, name }: Entry) => {
  const [first = '', second = ''] = name.split(' ')
  if (OF_TABLE.includes(kind)) return names.tables.has(first)
  if (kind === 'TRIGGER') return names.tables.has(first) && isProductTrigger(names, second)
  if (kind === 'FUNCTION') return names.words.has(first.split('(')[0] ?? '')
  if (kind.startsWith('SEQUENCE')) return [...names.tables].some(table => first.startsWith(`${table}_`))
  return kind === 'INDEX' && names.words.has(first)
}

/** Whether an entry of a dump is the product's: what others made in the database may need rights that its role does not have. */
const isRestored = (entry: Entry, names: ProductNames, existing: ReadonlySet<string>) => {
  if (NEVER.includes(entry.kind)) return false
  if (entry.kind === 'SCHEMA') return entry.name === 'pgboss' && !existing.has('pgboss')
  if (entry.schema === 'pgboss') return true
  return entry.schema === 'public' && isProductName(names, entry)
}

/**
 * The entries of a dump that are restored, as `pg_restore --use-list` takes them.
 * @param list what `pg_restore --list` prints
 * @param existing schemas that the database has already
 */
export const restoredEntries = (
  list: readonly string[],
  names: ProductNames,
  existing: ReadonlySet<string>,
): string[] =>
  list.filter(line => {
    const entry = entryIn(line)
    return entry !== undefined && isRestored(entry, names, existing)
  })
