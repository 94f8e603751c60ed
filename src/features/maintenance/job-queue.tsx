import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { pathTo } from '~/src/admin/paths'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { Job } from '~/src/api/contract/processing-calls'
import { JobBar } from '~/src/features/videos/job-bar'
import { progressOf } from '~/src/features/videos/job-progress'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { formatInstant } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'

const AGAIN = 3000

const line = {
  ...{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, py: 1.25 },
  ...{ borderTop: 1, borderColor: 'divider', alignItems: 'center', justifyContent: 'space-between' },
}

const JobLine = ({ job }: { job: Job }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const progress = progressOf({ progress: job.progress })
  const state = job.worker
    ? translate('maintenance.jobs.on', { worker: job.worker })
    : translate('maintenance.jobs.waits')
  return (
    <Box component="li" sx={line}>
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component={Link}
          to={pathTo(job.resource, 'show', job.id) ?? '/'}
          sx={{ overflowWrap: 'anywhere' }}
        >
          {job.label}
        </MuiLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate(`resources.${job.resource}.name`, { smart_count: 1 })} ·{' '}
          {formatInstant(job.createdAt, locale)} · {state}
        </Typography>
      </Box>
      {progress && <JobBar progress={progress} />}
    </Box>
  )
}

/** The running and the queued jobs, polled every few seconds. */
export const JobQueue = () => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => provider.jobs(),
    refetchInterval: AGAIN,
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  })
  return (
    <>
      <ProcessingNotice />
      {error && <Alert severity="error">{textOf(error).text}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={48} sx={{ maxWidth: 360 }} />}
      {data?.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{translate('maintenance.jobs.none')}</Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li:first-of-type': { borderTop: 0 } }}>
        {data?.map(job => (
          <JobLine key={`${job.resource}/${job.id}`} job={job} />
        ))}
      </Box>
    </>
  )
}
