import { isEmpty } from './access'
import type { Resource } from './define'
import type { Filters } from './lists/list-address'
import { uidOf } from './refs'

/** The path by which a list is narrowed to one company: its owner, else the first link to a company; undefined if none. */
export const companyPathOf = ({ company, fields }: Resource): string | undefined => {
  if (company === 'uid') return company
  const links = Object.entries(fields).flatMap(([path, { target, filter }]) =>
    target === 'companies' && filter ? [path] : [],
  )
  return company === undefined ? links[0] : links.find(path => path === company)
}

/**
 * The filter that narrows a list to one company.
 * @param ref of the company; undefined: all companies
 * @param own the list's own filter: a company that it names itself comes first
 */
export const inCompany = (resource: Resource, ref: string | undefined, own: Filters = {}): Filters => {
  const path = companyPathOf(resource)
  if (ref === undefined || path === undefined || !isEmpty(own[path])) return {}
  return { [path]: path === 'uid' ? uidOf(ref) : ref }
}
