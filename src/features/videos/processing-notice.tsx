import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
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

/** Warns that no videos can be made at the moment, with the consequences and what the operator can do. */
export const ProcessingNotice = () => {
  const translate = useTranslate()
  const processing = useProcessing()
  if (!processing || processing.ready) return null
  const what = processing.missing.includes('worker') ? 'worker' : 'ffmpeg'
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2, width: 1 }}>
      <AlertTitle sx={{ fontSize: 'inherit' }}>{translate('admin.job.notReady')}</AlertTitle>
      {translate(`admin.job.missing.${what}`)}
    </Alert>
  )
}
