import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { viewOf } from '~/src/admin/fields/view-of'
import { formatInstant } from '~/src/ui/dates'
import { duration } from '~/src/ui/format'
import type { Step } from './progress-steps'

const definition = resourceOf('vectos')

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
  const [locale] = useLocaleState()
  const machine = [worker, os && `(${os})`].filter(Boolean).join(' ')
  return [
    after !== null && translate('resources.vectos.after', { time: duration(Math.round(after), locale) }),
    machine && translate('resources.vectos.on', { worker: machine }),
  ].filter(Boolean)
}

/** A status of the 3D video: when, where, and why if it failed. */
export const ProgressStep = ({ step, reason }: { step: Step; reason: string }) => {
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
