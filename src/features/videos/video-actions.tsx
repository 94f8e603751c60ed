import MakeIcon from '@mui/icons-material/ViewInArOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import type { PanelVideo } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import type { ActionsProps } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import { shapeText, vectoObstacle } from './vecto-obstacle'

/**
 * Opens the form for a 3D video of a part of a 360° video; disabled, with the reason, until the video is ready or if it
 * is unsuitable.
 */
export const VideoActions = ({ Button }: ActionsProps) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelVideo>()
  if (!record || !allows(resourceOf('vectos'), 'create', actor, { company: record.company })) return null
  const obstacle = vectoObstacle(record)
  const shape = obstacle === 'flat' ? shapeText(record) : undefined
  return (
    <Button
      label={translate('resources.vectos.making.open')}
      icon={<MakeIcon fontSize="small" />}
      to={`/video360/vecto/${encodeURIComponent(String(record.id))}`}
      {...(obstacle && {
        refused: translate(shape ?? `resources.vectos.making.refusals.${obstacle}`),
      })}
    />
  )
}
