import { linksOf, searchedFields } from '~/model/access'
import type { Fields, Resource } from '~/model/define'
import { type Field, kindFilters, type stamps, type ValueOf } from '~/model/fields'
import type { FieldValue } from '~/model/record-of'
import type { ResourceName, registry } from '~/model/registry'
import type { Selected } from '~/server/platform/database/tables'
import { columnTypeOf, sortOf } from './kinds'

const known = new Map<string, string>()

/** `lastLoginAt` → `last_login_at`, `users.maxActive` → `users_max_active`. */
export const snake = (name: string) => {
  const found =
    known.get(name) ?? name.replaceAll('.', '_').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  known.set(name, found)
  return found
}

/** False for values in the identity tables and for links stored by their target. */
export const hasColumn = (field: Field) => columnTypeOf(field) !== undefined && field.inverse === undefined

export const columnOf = (key: string, field: Field | undefined) =>
  field?.kind === 'link' ? `${snake(key)}_uid` : field?.kind === 'links' ? `${snake(key)}_uids` : snake(key)

/** Never null and already in sort order: no separate sort column. */
const sortsAsIs = (key: string, field: Field) =>
  key === 'createdAt' ||
  key === 'updatedAt' ||
  (field.kind === 'integer' && field.default === 0) ||
  field.kind === 'boolean'

/** The column that a list is sorted by: folded text, with empty values below all others in either order. */
export const sortColumnOf = (key: string, field: Field | undefined) =>
  !field || sortsAsIs(key, field) ? columnOf(key, field) : `${snake(key)}_sort`

const GENERATED = ' generated always '

const sortDefinition = (key: string, field: Field) => {
  const column = columnOf(key, field)
  const { type, empty, isFolded } = sortOf(field)
  const value = isFolded ? `fold(${column})` : column
  return `${type}${GENERATED}as (coalesce(${value}, ${empty})) stored`
}

export type Column = { readonly name: string; readonly definition: string }

const ownColumn = (key: string, field: Field): Column => {
  const stamped = key === 'createdAt' || key === 'updatedAt'
  const counted = field.kind === 'integer' && field.default === 0
  const suffix = stamped
    ? " not null default date_trunc('milliseconds', now())"
    : counted
      ? ' not null default 0'
      : ''
  return {
    name: columnOf(key, field),
    definition: `${columnTypeOf(field)}${suffix}`,
  }
}

/** All columns of a resource's table, in the order of the definition. */
export const columnsOf = (resource: Resource): Column[] => {
  const kept = Object.entries(resource.fields).filter(([, field]) => hasColumn(field))
  const sorted = kept.filter(([key, field]) => field.sort && field.kind !== 'link' && !sortsAsIs(key, field))
  return [
    { name: 'uid', definition: 'text collate "C" primary key' },
    ...kept.map(([key, field]) => ownColumn(key, field)),
    ...sorted.map(([key, field]) => ({
      name: sortColumnOf(key, field),
      definition: sortDefinition(key, field),
    })),
    ...(searchedFields(resource).length > 0
      ? [{ name: 'keywords', definition: "text[] not null default '{}'" }]
      : []),
  ]
}

/** The names of the columns that a statement may write: the others are computed from them. */
export const writtenColumns = (resource: Resource): string[] =>
  columnsOf(resource)
    .filter(({ definition }) => !definition.includes(GENERATED))
    .map(({ name }) => name)

/** `lastLoginAt` → `last_login_at`, `users.maxActive` → `users_max_active`: `snake` for types. */
type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends '.' ? '_' : C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : ''

/** `columnOf` for types. Passwords and links stored by their target have no column. */
type ColumnName<P extends string, F extends Field> = F['kind'] extends 'password'
  ? never
  : F extends { readonly inverse: string }
    ? never
    : F['kind'] extends 'link'
      ? `${Snake<P>}_uid`
      : F['kind'] extends 'links'
        ? `${Snake<P>}_uids`
        : Snake<P>

/** Values as node-postgres returns them, where they differ from those of the record: bigint as text. */
type DriverValues = { integer: string; date: Date; link: string; links: string[] }

type ValueIn<F extends Field> = F['kind'] extends keyof DriverValues
  ? DriverValues[F['kind']]
  : NonNullable<FieldValue<F>>

/** The column is declared `not null`: that a form requires a value does not suffice. */
type IsFilled<F extends Field> = F extends
  | { readonly kind: 'boolean' | 'choices' | 'links' | 'tags' }
  | { readonly kind: 'integer'; readonly default: 0 }
  ? true
  : false

type Value<F extends Field> = unknown extends ValueOf[F['kind']]
  ? unknown
  : IsFilled<F> extends true
    ? ValueIn<F>
    : ValueIn<F> | null

type Columns<F extends Fields> = {
  [P in keyof F & string as ColumnName<P, F[P]>]: P extends keyof typeof stamps ? Date : Value<F[P]>
}

/** The columns of a resource's table, as node-postgres returns them. */
export type ColumnsOf<N extends ResourceName> = { uid: string } & Columns<(typeof registry)[N]['fields']>

type ColumnOf<N extends ResourceName> = keyof ColumnsOf<N> & string

/**
 * The row of a query: columns of a resource's table, and columns selected under another name. `select uid,
 * company_uid as company from users` returns `RowOf<'users', 'uid', { company: 'company_uid' }>`.
 */
export type RowOf<
  N extends ResourceName,
  C extends ColumnOf<N>,
  A extends Readonly<Record<string, ColumnOf<N>>> = Record<never, never>,
> = Selected<ColumnsOf<N>, C, A>

/** A named database object and the statement that creates it. */
export type Part = { readonly name: string; readonly create: string }

const counted = (resource: Resource) =>
  (resource.counted ?? []).map(key => columnOf(key, resource.fields[key]))

const index = (table: string, columns: readonly string[], extra: readonly string[] = []): Part => {
  const name = `${table}_${columns.filter(column => column !== 'uid').join('_')}`.slice(0, 63)
  const carried = extra.filter(column => !columns.includes(column))
  const include = carried.length > 0 ? ` include (${carried.join(', ')})` : ''
  return { name, create: `create index ${name} on ${table} (${columns.join(', ')})${include};` }
}

const gin = (table: string, column: string): Part => ({
  name: `${table}_${column}`,
  create: `create index ${table}_${column} on ${table} using gin (${column});`,
})

/** Finds the records that hold the same file. */
const checksums = (table: string, column: string): Part => {
  const name = `${table}_${column}_md5`
  return { name, create: `create index ${name} on ${table} ((${column} ->> 'md5Hash'));` }
}

const isSorted = ([, field]: readonly [string, Field]) => field.sort && field.kind !== 'link'
/** Whether the field has an index of its own, in the default order. */
export const isLookedUp = ([key, field]: readonly [string, Field]) =>
  field.kind === 'link' ||
  (field.filter && !field.search && ['choice', 'text'].includes(field.kind) && key !== 'uid')

/**
 * Ordered lists use index-only scans. Each sortable field has an index that includes the counted columns, so
 * that a filter on them does not read the table. Each filterable field has an index in the default order.
 */
export const indexesOf = (resource: Resource): Part[] => {
  const { name, fields } = resource
  const [first] = resource.list.sort
  const defaultOrder = sortColumnOf(first, fields[first])
  const carried = counted(resource)
  const entries = Object.entries(fields)
  const parts = [
    ...entries
      .filter(isSorted)
      .map(([key, field]) => index(name, [sortColumnOf(key, field), 'uid'], carried)),
    ...entries
      .filter(isLookedUp)
      .map(([key, field]) => index(name, [columnOf(key, field), defaultOrder, 'uid'], carried)),
    ...(carried.length > 1 ? [index(name, [...carried, defaultOrder, 'uid'])] : []),
    ...entries
      .filter(([, field]) => kindFilters[field.kind].isList && field.filter)
      .map(([key, field]) => gin(name, columnOf(key, field))),
    ...entries
      .filter(([, field]) => field.kind === 'file' && field.filter)
      .map(([key, field]) => checksums(name, columnOf(key, field))),
    ...(searchedFields(resource).length > 0 ? [gin(name, 'keywords')] : []),
  ]
  return [...new Map(parts.map(part => [part.name, part])).values()]
}

export const tableOf = (resource: Resource): Part => ({
  name: resource.name,
  create: `create table ${resource.name} (\n${columnsOf(resource)
    .map(column => `  ${column.name} ${column.definition}`)
    .join(',\n')}\n);`,
})

export const foreignKeysOf = (resource: Resource): Part[] =>
  linksOf(resource).map(([key, field]) => {
    const column = columnOf(key, field)
    const name = `${resource.name}_${column}_fkey`
    const weak = field.clearOnDelete ? ' on delete set null' : ''
    return {
      name,
      create: `alter table ${resource.name} add constraint ${name} foreign key (${column}) references ${field.target} (uid)${weak};`,
    }
  })

/** The triggers that maintain exact counts, for resources with counted columns. */
export const countsOf = (resource: Resource): Part[] =>
  resource.counted
    ? [
        {
          name: `${resource.name}_counted_insert`,
          create: `select keep_counts('${resource.name}', '{${counted(resource).join(',')}}');`,
        },
      ]
    : []
