import MakeIcon from '@mui/icons-material/ViewInArOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import type { PanelVideo } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import type { ActionsProps, PrimaryProps } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import type { ActionProps } from '~/src/ui/icon-action'
import { shapeText, vectoObstacle } from './vecto-obstacle'

/** Undefined for actors who may not create 3D videos of this video. */
const useMaking = (): ActionProps | undefined => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelVideo>()
  if (!record || !allows(resourceOf('vectos'), 'create', actor, { company: record.company })) return undefined
  const obstacle = vectoObstacle(record)
  const shape = obstacle === 'flat' ? shapeText(record) : undefined
  return {
    label: translate('resources.vectos.making.open'),
    icon: <MakeIcon fontSize="small" />,
    to: `/video360/vecto/${encodeURIComponent(String(record.id))}`,
    ...(obstacle && { refused: translate(shape ?? `resources.vectos.making.refusals.${obstacle}`) }),
  }
}

/** To create a 3D video, once the 360° video allows one. */
export const VideoPrimary = ({ children }: PrimaryProps) => {
  const making = useMaking()
  return children(making?.refused === undefined ? making : undefined)
}

/**
 * Opens the form for a 3D video of a part of a 360° video; disabled, with the reason, until the video is ready or if it
 * is unsuitable.
 */
export const VideoActions = ({ Button }: ActionsProps) => {
  const making = useMaking()
  return making && <Button {...making} />
}
