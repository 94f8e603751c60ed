import Box from '@mui/material/Box'
import { Suspense, useContext } from 'react'
import { ListContext, ShowContext, useRecordContext } from 'react-admin'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { StatusView } from '~/src/admin/fields/kinds'
import { laterPart } from '~/src/ui/later-part'
import { JobBar } from './job-bar'
import { hasFailed, progressOf } from './job-progress'

// The rows do not wait for the texts of reasons.
const JobFailure = laterPart(() => import('./job-failure').then(file => file.JobFailure))

/** The status of a video that a worker makes: its progress while it runs, and why it failed. */
export const JobStatus = (props: ViewProps) => {
  const record = useRecordContext<PanelVideo | PanelVecto>()
  const listed = useContext(ListContext) !== null
  const own = useContext(ShowContext) !== null && !listed
  if (!record) return null
  const progress = progressOf(record)
  return (
    <Box>
      {/* On the record's own screen it is next to the title, and the reason has a separate field. */}
      {!own && <StatusView {...props} value={record.status} />}
      {progress && <JobBar progress={progress} />}
      {listed && hasFailed(record) && (
        <Suspense fallback={<Box sx={{ height: 20 }} />}>
          <JobFailure record={record} />
        </Suspense>
      )}
    </Box>
  )
}
