import RetryIcon from '@mui/icons-material/Replay'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ChipProps } from '@mui/material/Chip'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useContext } from 'react'
import { Link, ListContext, useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import { isLink } from '~/model/fields'
import type { PanelVecto } from '~/model/record-of'
import { uidIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Grade } from '~/model/video/depth-report'
import { Missing } from '~/src/admin/fields/field-view'
import { useCompact } from '~/src/admin/fields/kinds'
import { useActor } from '~/src/admin/rights'
import { gradeOn, useGradeReason } from './use-grade-reason'

/** The path of the form that is prefilled with the settings of this 3D video; undefined if it names no video. */
export const againPath = ({ uid, id, video }: Pick<PanelVecto, 'uid' | 'id' | 'video'>) => {
  const source = isLink(video) ? uidIn('videos', uidOf(video.ref)) : undefined
  const own = String(uid ?? id)
  return source && `/video360/vecto/${encodeURIComponent(source)}?from=${encodeURIComponent(own)}`
}

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

/** The grade of a 3D video with its reason; on its own screen also a link to another attempt. */
export const VectoGrade = () => {
  const translate = useTranslate()
  const reasonFor = useGradeReason()
  const record = useRecordContext<PanelVecto>()
  const listed = useContext(ListContext) !== null
  const compact = useCompact()
  const grade = record && gradeOn(record)
  if (!grade) return <Missing />
  const { short, whole } = reasonFor(record)
  const name = translate(`resources.vectos.choices.grade.${grade}`)
  // Rows have one line: the reason is on the pointer, and on the record's own screen.
  if (compact)
    return (
      <span className={`status ${colours[grade]}`} title={whole}>
        {name}
      </span>
    )
  return (
    <Box>
      <Chip size="small" variant="outlined" color={colours[grade]} label={name} />
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
