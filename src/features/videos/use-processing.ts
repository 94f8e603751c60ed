import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

/** Milliseconds: workers come and go rarely, and what waits is an estimate. */
const FRESH = 20_000

/** Who makes videos and how much waits for them; nothing while it is not known. */
export const useProcessing = () => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['processing'],
    queryFn: () => provider.processing(),
    staleTime: FRESH,
    refetchInterval: FRESH,
    retry: false,
    networkMode: 'always',
  }).data
}
