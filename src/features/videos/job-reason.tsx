import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import type { PanelVecto, PanelVideo } from '~/model/record-types'
import { Missing } from '~/src/admin/fields/missing'
import { useReason } from './use-reason'

/** Why a video failed and what to do about it. */
export const JobReason = () => {
  const record = useRecordContext<PanelVideo | PanelVecto>()
  const reason = useReason()(record ?? {})
  if (!reason) return <Missing />
  return (
    <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
      {reason}
    </Box>
  )
}
