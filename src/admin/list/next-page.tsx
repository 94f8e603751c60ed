import { useGetList, useListContext } from 'react-admin'
import type { Filters } from '~/model/lists/list-address'

/** Prefetches the next page while the current one is read, so that paging does not wait. */
export const NextPage = ({ filter }: { filter: Filters }) => {
  const { resource, page, perPage, sort, filterValues, hasNextPage, isFetching } = useListContext()
  useGetList(
    resource,
    { pagination: { page: page + 1, perPage }, sort, filter: { ...filterValues, ...filter } },
    { enabled: hasNextPage === true && !isFetching, staleTime: 30_000 },
  )
  return null
}
