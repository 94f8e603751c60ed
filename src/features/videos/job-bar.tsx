import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { percent } from '~/src/ui/format'
import { type JobProgress, leftOf } from './job-progress'

/** The progress of a job, and its remaining time if that is known. */
export const JobBar = ({ progress }: { progress: JobProgress }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { done, secondsLeft } = progress
  const left = secondsLeft === null ? null : leftOf(secondsLeft)
  const text = [percent(done, locale), left && translate(left.key, { count: left.count })]
    .filter(Boolean)
    .join(' · ')
  return (
    <Box sx={{ mt: 0.75, minWidth: 120, maxWidth: 240 }}>
      <LinearProgress
        variant="determinate"
        value={done * 100}
        aria-label={translate('admin.job.progress')}
        aria-valuetext={text}
        sx={{ height: 4, borderRadius: 2 }}
      />
      <Typography
        variant="caption"
        sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
      >
        {text}
      </Typography>
    </Box>
  )
}
