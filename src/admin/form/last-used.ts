import { useGetList } from 'react-admin'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import { valueAt } from '~/model/objects'
import type { PanelRecord } from '~/src/api/backend'

/**
 * The value of a field in a company's newest record, which a form suggests for the next one. Nothing else is stored for it.
 * @returns `value` undefined if there is no record, or none that the user may read
 */
export const useLastUsed = (resource: Resource, path: string, company: Link | null | undefined) => {
  const { data, isLoading } = useGetList<PanelRecord>(
    resource.name,
    {
      filter: { company: company?.ref },
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: 1 },
    },
    // Not cached: a form would begin with the value of the order before the last one.
    { enabled: Boolean(company), gcTime: 0, retry: false, onError: () => undefined },
  )
  return { value: valueAt(data?.[0], path), isLoading }
}
