import type { Resource } from '../define'

const PAGE_SIZES = [10, 15, 20, 25, 30] as const

/** The settings of a list: those of its definition, or of a tab. */
export const tabOf = ({ list }: Resource, tab: string) => {
  const named = list.tabs?.[tab]
  const pageSizes = named?.pageSizes ?? list.pageSizes ?? PAGE_SIZES
  const [field, direction] = named?.sort ?? list.sort
  const perPage = named?.pageSizes?.[0] ?? list.pageSize ?? pageSizes[0] ?? 10
  const order: 'ASC' | 'DESC' = direction === 'desc' ? 'DESC' : 'ASC'
  return {
    filter: named?.filter ?? {},
    view: named?.view ?? 'table',
    pageSizes,
    perPage,
    sort: { field, order },
  }
}
