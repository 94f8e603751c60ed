import Typography from '@mui/material/Typography'
import { useRecordContext, useTranslate } from 'react-admin'
import type { ViewProps } from '~/src/kit/kit-context'
import { RecordPlayer } from '~/src/kit/player/record-player'
import { Missing } from '~/src/kit/views/missing'

/** Plays a 3D video, an eye on top of the other, once it is made. */
export const StereoPlayer = ({ path }: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  if (!record.lowFile && record.status === 'completed') return <Missing />
  if (!record.lowFile)
    return <Typography sx={{ color: 'text.secondary' }}>{translate('resources.vectos.notReady')}</Typography>
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
