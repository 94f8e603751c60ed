import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

/** Signed URLs are valid for a day (specification §9): they are refreshed well before. */
const HOUR = 3_600_000

/**
 * The URL of a file of a record that the panel displays itself.
 * @param file the file's reference, if the field may hold another file by then
 */
export const useShownUrl = (resource: string, id: string, path: string, enabled = true, file = '') => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: [resource, 'shown', { id, path, file }],
    queryFn: () => provider.shownUrl(resource, id, path),
    enabled,
    networkMode: 'always',
    staleTime: HOUR,
    // A new URL would restart the video.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
