import VideoIcon from '@mui/icons-material/PanoramaPhotosphereOutlined'
import Button from '@mui/material/Button'
import { Link, type RaRecord, useTranslate } from 'react-admin'
import { isEquirectangular } from '~/model/equirectangular'
import { pathTo } from '~/src/admin/paths'
import { hasFailed } from '~/src/features/videos/job-progress'
import { ProcessingNotice } from '~/src/features/videos/processing-notice'
import { useReason } from '~/src/features/videos/use-reason'
import { EmptyState } from '~/src/ui/empty-state'

/** An unknown size is no obstacle: the server decides. */
const isSphere = ({ width, height }: RaRecord) =>
  !width || !height || isEquirectangular({ width: Number(width), height: Number(height) })

/** Why no 3D video can be made from this one, as a text key; null if one can. */
export const obstacleOf = (video: RaRecord) => {
  if (hasFailed(video)) return 'failed'
  if (video.pending) return 'pending'
  if (!isSphere(video)) return 'flat'
  return Number(video.duration) > 0 ? null : 'pending'
}

type Props = { readonly video: RaRecord; readonly why: 'failed' | 'pending' | 'flat' }

/** Replaces the form if no 3D video can be made, or not yet. */
export const NotPossible = ({ video, why }: Props) => {
  const translate = useTranslate()
  const reason = useReason()(video)
  return (
    <>
      {why === 'pending' && <ProcessingNotice />}
      <EmptyState
        icon={VideoIcon}
        title={translate(`resources.vectos.making.obstacles.${why}`)}
        text={reason || translate(`resources.vectos.making.ways.${why}`)}
      >
        <Button component={Link} to={pathTo('videos', 'show', video.id) ?? '/'} variant="outlined">
          {translate('resources.vectos.making.toVideo')}
        </Button>
      </EmptyState>
    </>
  )
}
