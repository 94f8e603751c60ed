import FailedIcon from '@mui/icons-material/ErrorOutline'
import ProcessingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVecto } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { hasFailed } from '~/src/features/videos/job-progress'
import { RecordPlayer } from '~/src/player/record-player'
import { HeroFrame } from '~/src/ui/hero-frame'
import { EmptyState } from '~/src/ui/page'

/** Plays a 3D video, with one eye above the other, once it is made. */
export const StereoPlayer = ({ path }: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  if (!record) return null
  const failed = hasFailed(record)
  if (!record.lowFile)
    return (
      <HeroFrame>
        <EmptyState
          icon={failed ? FailedIcon : ProcessingIcon}
          title={translate(`resources.vectos.${failed ? 'notMade' : 'notReady'}`)}
        />
      </HeroFrame>
    )
  return (
    <HeroFrame>
      <RecordPlayer
        resource="vectos"
        id={String(record.id)}
        path={path}
        layout="top-bottom"
        name={String(record.name ?? '')}
        framerate={Number(record.framerate) || undefined}
      />
    </HeroFrame>
  )
}
