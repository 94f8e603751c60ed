import Box from '@mui/material/Box'
import { useRecordContext } from 'react-admin'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import type { OwnCell } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'
import { reasonOf, useReason } from './use-reason'

/** The reason in an exported table. */
export const reasonCell: OwnCell = (record, { translate }) => {
  const reason = reasonOf(record)
  return reason ? translate(reason.key, { _: reason.words }) : ''
}

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
