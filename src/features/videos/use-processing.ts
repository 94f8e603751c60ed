import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

/** Milliseconds: workers rarely change, and the length of the queue is an estimate. */
const FRESH = 20_000

/** The status of video processing and its queue; undefined until it is known. */
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
