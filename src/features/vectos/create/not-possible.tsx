import VideoIcon from '@mui/icons-material/PanoramaPhotosphereOutlined'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import type { PanelVideo } from '~/model/record-types'
import { pathTo } from '~/src/admin/paths'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { useReason } from '~/src/features/videos/use-reason'
import { type Obstacle, shapeText } from '~/src/features/videos/vecto-obstacle'
import { EmptyState } from '~/src/ui/empty-state'

type Props = { readonly video: PanelVideo; readonly why: Obstacle }

/** Replaces the form if no 3D video can be made, or not yet. */
export const NotPossible = ({ video, why }: Props) => {
  const translate = useTranslate()
  const reason = useReason()(video)
  const shape = why === 'flat' ? shapeText(video) : undefined
  return (
    <>
      {why === 'pending' && <ProcessingNotice />}
      <EmptyState
        icon={VideoIcon}
        title={translate(`resources.vectos.making.obstacles.${why}`)}
        text={reason || translate(shape ?? `resources.vectos.making.ways.${why}`)}
      >
        <Button component={Link} to={pathTo('videos', 'show', video.id) ?? '/'} variant="outlined">
          {translate('resources.vectos.making.toVideo')}
        </Button>
      </EmptyState>
    </>
  )
}
