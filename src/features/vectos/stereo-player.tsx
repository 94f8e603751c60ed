import Typography from '@mui/material/Typography'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'
import { hasFailed } from '~/src/features/videos/job-progress'
import { RecordPlayer } from '~/src/player/record-player'

/** Plays a 3D video, with one eye above the other, once it is made. */
export const StereoPlayer = ({ path }: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  if (!record) return null
  if (!record.lowFile && record.status === 'completed') return <Missing />
  if (!record.lowFile)
    return (
      <Typography sx={{ color: 'text.secondary' }}>
        {translate(`resources.vectos.${hasFailed(record) ? 'notMade' : 'notReady'}`)}
      </Typography>
    )
  return (
    <RecordPlayer
      resource="vectos"
      id={String(record.id)}
      path={path}
      layout="top-bottom"
      name={String(record.name ?? '')}
      framerate={Number(record.framerate) || undefined}
    />
  )
}
