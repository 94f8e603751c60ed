import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslate } from 'react-admin'
import { useProcessing } from './use-processing'

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
