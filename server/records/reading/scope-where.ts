import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import type { Scope } from '~/model/grants'
import { columnOf } from '~/server/records/tables/columns'

/** A column of the listed table, which has the alias `t` in every query. */
export const col = (name: string) => sql`t.${sql.identifier(name)}`

const linkColumn = (resource: Resource, path: string | undefined) =>
  path === undefined || path === 'uid' ? path : columnOf(path, resource.fields[path])

export const companyColumn = (resource: Resource) => linkColumn(resource, resource.company)

export const never = sql`false`

/** Passes an array as one parameter. */
export const list = (values: readonly unknown[]) => sql`${sql.param(values)}`

/** Records that hold these values, as definitions name them for a scope. */
const holds = ({ fields }: Resource, values: NonNullable<Resource['published']>) =>
  sql.join(
    Object.entries(values).map(([key, value]) => sql`${col(columnOf(key, fields[key]))} = ${value}`),
    sql` and `,
  )

/** What limits a scope beyond whose the records are: the ranks of users, the lists that records are about. */
const limits = ({ ranked, about, fields }: Resource, scope: Exclude<Scope, string>): SQL[] => {
  const column = (path: string) => col(columnOf(path, fields[path]))
  const found: SQL[] = []
  if (ranked !== undefined && scope.ranks)
    found.push(sql`(${column(ranked)} = any(${list(scope.ranks)}) or ${column(ranked)} is null)`)
  if (about !== undefined && scope.lists) found.push(sql`${column(about)} = any(${list(scope.lists)})`)
  return found
}

/** Converts a grant's scope to a row filter; undefined for `all`. */
export const scopeWhere = (resource: Resource, scope: Scope): SQL | undefined => {
  if (scope === 'all') return undefined
  if (scope === 'none') return never
  const company = companyColumn(resource)
  const user = linkColumn(resource, resource.user)
  const parts: SQL[] = []
  if (company && scope.companies.length > 0) parts.push(sql`${col(company)} = any(${list(scope.companies)})`)
  if (user && scope.self !== null) parts.push(sql`${col(user)} = ${scope.self}`)
  if (resource.published && scope.published) parts.push(sql`(${holds(resource, resource.published)})`)
  if (company && resource.shared && scope.shared !== undefined)
    parts.push(sql`(${col(company)} = ${scope.shared} and ${holds(resource, resource.shared)})`)
  if (parts.length === 0) return never
  const reached = sql`(${sql.join(parts, sql` or `)})`
  return sql`(${sql.join([reached, ...limits(resource, scope)], sql` and `)})`
}
