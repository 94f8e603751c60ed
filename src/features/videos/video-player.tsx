import FailedIcon from '@mui/icons-material/ErrorOutline'
import ProcessingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVideo } from '~/model/record-of'
import type { ViewProps } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { RecordPlayer } from '~/src/player/record-player'
import { HeroFrame } from '~/src/ui/hero-frame'
import { EmptyState } from '~/src/ui/page'
import { hasFailed } from './job-progress'
import { ProcessingNotice } from './processing-notice'

/** Plays the version of a 360° video that is made for viewing, once it exists. */
export const VideoPlayer = ({ resource, path }: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVideo>()
  if (!record) return null
  const failed = hasFailed(record)
  if (record.pending || !record.lowFile)
    return (
      <HeroFrame>
        <EmptyState
          icon={failed ? FailedIcon : ProcessingIcon}
          title={translate(failed ? 'resources.vectos.making.obstacles.failed' : 'resources.videos.notReady')}
        >
          <FieldView resource={resource} path="status" suspends />
        </EmptyState>
        {!failed && <ProcessingNotice />}
      </HeroFrame>
    )
  return (
    <HeroFrame>
      <RecordPlayer
        resource="videos"
        id={String(record.id)}
        path={path}
        poster={record.poster ? 'poster' : undefined}
        layout="mono"
        name={String(record.name ?? '')}
        framerate={Number(record.framerate) || undefined}
      />
    </HeroFrame>
  )
}
