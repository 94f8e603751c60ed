import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useRecordContext, useTranslate } from 'react-admin'
import { failed } from '~/model/vecto-states'
import { ProgressStep } from './progress-step'
import { readSteps } from './progress-steps'

const list = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& > li:last-child': { pb: 0, '&::before': { display: 'none' } },
}

const isFailed = (status: string) => failed.some(each => each === status)

/** How far the 3D video has come, step by step, the newest last. */
export const VectoProgress = () => {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  const steps = readSteps(record.events)
  const reason = typeof record.reason === 'string' ? record.reason : ''
  return (
    <Card
      variant="outlined"
      component="section"
      aria-labelledby="progress"
      sx={{ p: { xs: 2, sm: 3 }, mt: 2 }}
    >
      <Typography id="progress" variant="h6" component="h2" sx={{ mb: 2 }}>
        {translate('resources.vectos.progress')}
      </Typography>
      {steps.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{translate('resources.vectos.noProgress')}</Typography>
      )}
      <Box component="ol" sx={list}>
        {steps.map((step, index) => (
          <ProgressStep
            key={step.at}
            step={step}
            reason={index === steps.length - 1 && isFailed(step.status) ? reason : ''}
          />
        ))}
      </Box>
    </Card>
  )
}
