import { isObject } from '../objects'
import type { DepthReport } from './depth-report'

/** Seconds of a 3D video that a preview shows. */
export const previewSeconds = 2

const states = ['making', 'completed', 'failed'] as const
type State = (typeof states)[number]

/** A preview in 3D of a 360° video. `at`: where it begins, in seconds; `reasonCode`: why it failed. */
export type Preview = {
  readonly status: State
  readonly at: number
  /** As of the 3D video that is to be made. */
  readonly mode: string
  readonly quality?: DepthReport | null
  readonly reasonCode?: string
}

export const isPreview = (value: unknown): value is Preview =>
  isObject(value) &&
  typeof value.at === 'number' &&
  typeof value.mode === 'string' &&
  states.some(state => state === value.status)

/** The field `preview` of a 360° video; undefined where there is none. */
export const previewOf = (video: Readonly<Record<string, unknown>>): Preview | undefined =>
  isPreview(video.preview) ? video.preview : undefined
