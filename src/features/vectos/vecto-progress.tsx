import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { resourceOf } from '~/model/registry'
import { LogAction } from '~/src/admin/actions/log-action'
import { TextAction } from '~/src/admin/show/text-action'
import { JobBar } from '~/src/features/videos/job-bar'
import { hasFailed, progressOf } from '~/src/features/videos/job-progress'
import { useReason } from '~/src/features/videos/use-reason'
import { Section } from '~/src/ui/section'
import { ProgressStep } from './progress-step'
import { readSteps } from './progress-steps'

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li:last-child': { pb: 0, '&::before': { display: 'none' } },
}

const definition = resourceOf('vectos')

/** The steps of a 3D video, newest last; for a failed one also the worker's log. */
export const VectoProgress = () => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  const reasonFor = useReason()
  if (!record) return null
  const steps = readSteps(record.events)
  const now = progressOf(record)
  const reason = hasFailed(record) ? reasonFor(record) : ''
  return (
    <Box sx={{ mt: 2 }}>
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
    </Box>
  )
}
