import { useQuery } from '@tanstack/react-query'
import { type Identifier, useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

/** A field that has its own endpoint because it is too large for the record. */
export const useLazyField = (resource: string, id: Identifier, key: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: [resource, 'part', { id: String(id), key }],
    queryFn: () => provider.part(resource, id, key),
    networkMode: 'always',
  })
}
