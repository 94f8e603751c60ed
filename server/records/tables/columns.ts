import { searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field, Kind } from '~/model/fields'

const known = new Map<string, string>()

/** `lastLoginAt` → `last_login_at`, `users.maxActive` → `users_max_active`. */
export const snake = (name: string) => {
  const found =
    known.get(name) ?? name.replaceAll('.', '_').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  known.set(name, found)
  return found
}

const sqlType: Record<Exclude<Kind, 'password'>, string> = {
  text: 'text collate "C"',
  multiline: 'text',
  email: 'text collate "C"',
  boolean: 'boolean not null default false',
  integer: 'bigint',
  number: 'double precision',
  date: 'timestamptz',
  choice: 'text collate "C"',
  link: 'text collate "C"',
  links: "text[] not null default '{}'",
  rich: 'jsonb',
  file: 'jsonb',
  thumbnail: 'text collate "C"',
  tags: "text[] not null default '{}'",
  json: 'jsonb',
}

/** False for values in the identity tables and for links stored by their target. */
export const hasColumn = (field: Field) => field.kind !== 'password' && field.inverse === undefined

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

/** The sort type and the substitute for an empty value, by kind. Text is folded. */
const sortKinds: { readonly [K in Kind]?: { readonly type: string; readonly empty: string } } = {
  date: { type: 'timestamptz', empty: `'-infinity'::timestamptz` },
  integer: { type: 'bigint', empty: '-9223372036854775808' },
  number: { type: 'double precision', empty: `'-infinity'::float8` },
}

const GENERATED = ' generated always '

const sortDefinition = (key: string, field: Field) => {
  const column = columnOf(key, field)
  const value = ['text', 'email', 'multiline'].includes(field.kind) ? `fold(${column})` : column
  const { type, empty } = sortKinds[field.kind] ?? { type: 'text collate "C"', empty: `''` }
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
    definition: `${sqlType[field.kind as Exclude<Kind, 'password'>]}${suffix}`,
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
