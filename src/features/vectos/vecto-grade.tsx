import RetryIcon from '@mui/icons-material/Replay'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip, { type ChipProps } from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { Link, ListContext, useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import type { PanelVecto } from '~/model/record-types'
import { resourceOf } from '~/model/registry'
import type { Grade } from '~/model/video/quality'
import { useActor } from '~/src/admin/actor'
import { Missing } from '~/src/admin/fields/missing'
import { againPath } from './again-path'
import { gradeOn } from './grade-on'
import { useGradeReason } from './use-grade-reason'

const colours: Readonly<Record<Grade, ChipProps['color']>> = {
  good: 'success',
  fair: 'warning',
  poor: 'error',
}

const Again = ({ record }: { record: PanelVecto }) => {
  const translate = useTranslate()
  const actor = useActor()
  const path = againPath(record)
  if (!path || !allows(resourceOf('vectos'), 'create', actor, { company: record.company })) return null
  return (
    <Button
      component={Link}
      to={path}
      size="small"
      variant="outlined"
      startIcon={<RetryIcon />}
      sx={{ mt: 1 }}
    >
      {translate('resources.vectos.again.open')}
    </Button>
  )
}

/** The grade of a 3D video with its reason; on its own screen also the way to another try. */
export const VectoGrade = () => {
  const translate = useTranslate()
  const reasonFor = useGradeReason()
  const record = useRecordContext<PanelVecto>()
  const listed = useContext(ListContext) !== null
  const grade = record && gradeOn(record)
  if (!grade) return <Missing />
  const { short, whole } = reasonFor(record)
  return (
    <Box>
      <Chip
        size="small"
        variant="outlined"
        color={colours[grade]}
        label={translate(`resources.vectos.choices.grade.${grade}`)}
      />
      <Typography
        variant={listed ? 'caption' : 'body2'}
        component="p"
        title={listed ? whole : undefined}
        sx={{ m: 0, mt: 0.5, color: 'text.secondary', whiteSpace: 'normal', minWidth: listed ? 164 : 0 }}
      >
        {listed ? short : whole}
      </Typography>
      {!listed && <Again record={record} />}
    </Box>
  )
}
