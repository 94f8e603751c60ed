import { useEffect } from 'react'
import { useListContext, useStoreContext } from 'react-admin'
import type { Filters } from '~/model/lists/list-address'
import { useActor } from '~/src/admin/rights'

/** The query of the list from which the records of a resource were opened last. */
export type OpenedList = {
  readonly page: number
  readonly perPage: number
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: Filters
  readonly meta?: Readonly<Record<string, unknown>> | undefined
}

/** Ends with the session, as the lists' own parameters do. */
export const useOpenedKey = (resource: string) => `${useActor().uid}.${resource}.openedList`

/** Remembers the list in context, with its tab, filters, order and page, for the screens of its records. */
export const RememberList = ({ meta }: Pick<OpenedList, 'meta'>) => {
  const { resource, page, perPage, sort, filterValues, filter } = useListContext()
  const store = useStoreContext()
  const key = useOpenedKey(resource)
  // A list makes new objects at each render.
  const text = JSON.stringify({ page, perPage, sort, filter: { ...filterValues, ...filter }, meta })
  useEffect(() => store.setItem<OpenedList>(key, JSON.parse(text)), [store, key, text])
  return null
}
