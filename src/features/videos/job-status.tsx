import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { ListContext, useRecordContext } from 'react-admin'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { StatusView } from '~/src/admin/fields/field-view'
import { JobBar } from './job-bar'
import { progressOf } from './job-progress'
import { useReason } from './use-reason'

/** The first sentence states the failure; the rest states the remedy, and is shown on the record's own screen only. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

/** The status of a video that a worker makes: its progress while it runs, and why it failed. */
export const JobStatus = (props: ViewProps) => {
  const record = useRecordContext<PanelVideo | PanelVecto>()
  const reasonFor = useReason()
  const listed = useContext(ListContext) !== null
  if (!record) return null
  const progress = progressOf(record)
  const reason = reasonFor(record)
  return (
    <Box>
      <StatusView {...props} value={record.status} />
      {progress && <JobBar progress={progress} />}
      {/* On the record's own screen the reason has a separate field. */}
      {listed && reason && (
        <Typography
          variant="caption"
          component="p"
          title={reason}
          sx={{ color: 'error.main', whiteSpace: 'normal', lineHeight: 1.35, m: 0, mt: 0.5, minWidth: 164 }}
        >
          {firstSentence(reason)}
        </Typography>
      )}
    </Box>
  )
}
