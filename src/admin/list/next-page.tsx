import { useGetList, useListContext } from 'react-admin'
import type { Filters } from './list-state'

/** Fetches the page after this one while this one is read: turning it waits for nothing. */
export const NextPage = ({ filter }: { filter: Filters }) => {
  const { resource, page, perPage, sort, filterValues, hasNextPage, isFetching } = useListContext()
  useGetList(
    resource,
    { pagination: { page: page + 1, perPage }, sort, filter: { ...filterValues, ...filter } },
    { enabled: hasNextPage === true && !isFetching, staleTime: 30_000 },
  )
  return null
}
