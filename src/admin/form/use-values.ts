import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

const CACHE_TTL = 3_600_000

/** Collections of `GET values/{collection}`. */
const collections: readonly string[] = ['companies', 'roles', 'languages', 'groups', 'templatesActions']
export const hasValues = (collection: string) => collections.includes(collection)

/** A value list, cached for an hour (specification §9). */
export const useValues = (collection: string, enabled = true) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['values', collection],
    queryFn: () => provider.values(collection),
    enabled: enabled && hasValues(collection),
    staleTime: CACHE_TTL,
    gcTime: CACHE_TTL,
    networkMode: 'always',
  })
}
