import { isObject } from '~/model/objects'
import type { PanelCompany, PanelVideo } from '~/model/record-types'
import type { Processing } from '~/src/api/contract/processing-calls'

/** The seconds of video that a company has left; undefined if the record does not state them. */
export const secondsLeftOf = (company: Pick<PanelCompany, 'seconds'> | undefined): number | undefined => {
  const seconds = company?.seconds
  if (!isObject(seconds) || typeof seconds.purchased !== 'number') return undefined
  return Math.max(0, seconds.purchased - Number(seconds.used ?? 0))
}

const MINUTE = 60

/** Whole minutes and the remaining seconds. */
export const minutesAndSeconds = (seconds: number) => ({
  minutes: Math.floor(seconds / MINUTE),
  seconds: Math.floor(seconds % MINUTE),
})

type FrameSize = Pick<PanelVideo, 'width' | 'height'>
type Order = { readonly mode: string; readonly seconds: number; readonly framerate: number }

/** Estimated seconds of processing, based on the past speed of the workers; undefined if that is unknown. */
export const timeToMake = (
  processing: Processing | undefined,
  source: FrameSize,
  order: Order,
): number | undefined => {
  const speed = processing?.speeds[order.mode]
  const pixels = Number(source.width) * Number(source.height)
  if (!speed || !(pixels > 0) || !(order.framerate > 0)) return undefined
  return order.seconds * order.framerate * (pixels / 1e6) * speed
}

/** An estimated time, in a unit that implies no more precision than there is. */
export const roughly = (seconds: number) => {
  if (seconds < MINUTE)
    return {
      key: 'resources.vectos.making.about.seconds',
      smart_count: Math.max(5, Math.ceil(seconds / 5) * 5),
    }
  if (seconds < 90 * MINUTE)
    return { key: 'resources.vectos.making.about.minutes', smart_count: Math.ceil(seconds / MINUTE) }
  return { key: 'resources.vectos.making.about.hours', smart_count: Math.ceil(seconds / 3600) }
}
