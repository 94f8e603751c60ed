import { linksOf, searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import { columnOf, columnsOf, sortColumnOf } from './columns'

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
/** Has an index of its own, in the default order. */
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
      .filter(([, field]) => ['tags', 'links'].includes(field.kind) && field.filter)
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
