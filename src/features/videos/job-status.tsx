import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { ListContext, useRecordContext } from 'react-admin'
import type { ViewProps } from '~/src/admin/admin-config'
import { StatusView } from '~/src/admin/fields/choice-view'
import { JobBar } from './job-bar'
import { progressOf } from './job-progress'
import { useReason } from './use-reason'

/** What happened; what to do about it is the rest, and stands on the record's own screen. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

/** The state of a video that is made by a worker: how far it is while it is under way, and why it failed. */
export const JobStatus = (props: ViewProps) => {
  const record = useRecordContext()
  const reasonFor = useReason()
  const listed = useContext(ListContext) !== null
  if (!record) return null
  const progress = progressOf(record)
  const reason = reasonFor(record)
  return (
    <Box>
      <StatusView {...props} value={record[props.path]} />
      {progress && <JobBar progress={progress} />}
      {/* On the record's own screen the reason has a field of its own. */}
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
