import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import { useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { causeOn, gradeOn } from '~/src/features/vectos/grade-on'
import { useGradeReason } from '~/src/features/vectos/use-grade-reason'

/** Whose settings the form has, how that video turned out, and which setting to change. */
export const AgainHint = ({ earlier }: { earlier: PanelVecto }) => {
  const translate = useTranslate()
  const reasonFor = useGradeReason()
  const why = gradeOn(earlier) ? reasonFor(earlier).short : ''
  const hint = translate(`resources.vectos.again.hints.${causeOn(earlier) ?? 'none'}`)
  return (
    <Alert severity="info" role="status" sx={{ mb: 2 }}>
      <AlertTitle sx={{ fontSize: 'inherit' }}>
        {translate('resources.vectos.again.title', { name: String(earlier.name ?? '') })}
      </AlertTitle>
      {[why, hint].filter(Boolean).join(' ')}
    </Alert>
  )
}
