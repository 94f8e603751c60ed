import { isLink } from '~/model/fields'
import type { PanelVecto } from '~/model/record-types'
import { uidIn, uidOf } from '~/model/refs'

/** The path of the form that is prefilled with the settings of this 3D video; undefined if it names no video. */
export const againPath = ({ uid, id, video }: Pick<PanelVecto, 'uid' | 'id' | 'video'>) => {
  const source = isLink(video) ? uidIn('videos', uidOf(video.ref)) : undefined
  const own = String(uid ?? id)
  return source && `/video360/vecto/${encodeURIComponent(source)}?from=${encodeURIComponent(own)}`
}
