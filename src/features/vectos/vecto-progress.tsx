import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { isObject, textIn } from '~/model/objects'
import type { PanelVecto } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import { LogAction } from '~/src/admin/actions/log-action'
import { viewOf } from '~/src/admin/fields/kinds'
import { TextAction } from '~/src/admin/show/text-action'
import { JobBar } from '~/src/features/videos/job-bar'
import { hasFailed, progressOf } from '~/src/features/videos/job-progress'
import { useReason } from '~/src/features/videos/use-reason'
import { formatInstant } from '~/src/ui/dates'
import { duration } from '~/src/ui/format'
import { Section } from '~/src/ui/page'
import { WhereItPlays } from './where-it-plays'

type Step = {
  readonly at: string
  readonly status: string
  readonly worker: string
  readonly os: string
  /** Seconds since the previous step. */
  readonly after: number | null
}

/** Parses `{<instant>: {status, worker, os}}`, oldest first. */
const readSteps = (events: unknown): readonly Step[] => {
  const reported = Object.entries(isObject(events) ? events : {})
    .map(([at, step]) => ({ at, time: Date.parse(at), step }))
    .filter(({ time }) => !Number.isNaN(time))
    .sort((one, other) => one.time - other.time)
  return reported.map(({ at, time, step }, index) => {
    const before = reported[index - 1]
    return {
      at,
      status: textIn(step, 'status') ?? '',
      worker: textIn(step, 'worker') ?? '',
      os: textIn(step, 'os') ?? '',
      after: before ? (time - before.time) / 1000 : null,
    }
  })
}

const Status = ({ value }: { value: string }) => {
  const field = definition.fields.status
  const View = field && viewOf(field)
  return View && <View resource={definition} path="status" field={field} value={value} />
}

/** A dot on a line to the next one. */
const mark = {
  position: 'relative',
  pl: 3.5,
  pb: 2,
  '&::after': {
    content: '""',
    position: 'absolute',
    left: 5,
    top: 8,
    width: 9,
    height: 9,
    borderRadius: '50%',
    bgcolor: 'primary.main',
  },
  '&::before': {
    content: '""',
    position: 'absolute',
    left: 9,
    top: 14,
    bottom: -8,
    width: '1px',
    bgcolor: 'divider',
  },
}

const useFacts = ({ worker, os, after }: Step) => {
  const translate = useTranslate()
  const machine = [worker, os && `(${os})`].filter(Boolean).join(' ')
  return [
    after !== null && translate('resources.vectos.after', { time: duration(Math.round(after)) }),
    machine && translate('resources.vectos.on', { worker: machine }),
  ].filter(Boolean)
}

/** A status of the 3D video: when, where, and why if it failed. */
const ProgressStep = ({ step, reason }: { step: Step; reason: string }) => {
  const [locale] = useLocaleState()
  const facts = useFacts(step)
  return (
    <Box component="li" sx={mark}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.25, alignItems: 'center' }}>
        <Status value={step.status} />
        <time dateTime={step.at}>{formatInstant(step.at, locale)}</time>
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {facts.join(' · ')}
        </Typography>
      </Box>
      {reason && (
        <Typography variant="body2" sx={{ color: 'error.main', mt: 0.5, overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
    </Box>
  )
}

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li:last-child': { pb: 0, '&::before': { display: 'none' } },
}

const definition = resourceOf('vectos')

/** Where a 3D video plays, and its steps, newest last; for a failed one also the worker's log. */
export const VectoProgress = () => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  const reasonFor = useReason()
  if (!record) return null
  const steps = readSteps(record.events)
  const now = progressOf(record)
  const reason = hasFailed(record) ? reasonFor(record) : ''
  return (
    <Stack spacing={3}>
      {record.status === 'completed' && <WhereItPlays />}
      <Section title={translate('resources.vectos.progress')}>
        {steps.length === 0 && (
          <Typography sx={{ color: 'text.secondary' }}>{translate('resources.vectos.noProgress')}</Typography>
        )}
        <Box component="ol" sx={list}>
          {steps.map((step, index) => (
            <ProgressStep key={step.at} step={step} reason={index === steps.length - 1 ? reason : ''} />
          ))}
        </Box>
        {now && <JobBar progress={now} />}
        {hasFailed(record) && (
          <Box sx={{ mt: 2 }}>
            <LogAction resource={definition} Button={TextAction} label="resources.vectos.failureLog" />
          </Box>
        )}
      </Section>
    </Stack>
  )
}
