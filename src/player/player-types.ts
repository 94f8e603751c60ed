import type { Ref } from 'react'
import type { PlaybackReport } from './follow-playback'

/** The layout of the two eyes' images in a video's frames. */
export type Layout = 'mono' | 'top-bottom'

/** How a stereo video is shown on one screen. */
export const modes = ['mono', 'anaglyph', 'side-by-side'] as const
export type Mode = (typeof modes)[number]

export type PlayerHandle = {
  readonly seek: (seconds: number) => void
  readonly play: () => void
  readonly pause: () => void
}

export type PlayerProps = {
  readonly src: string
  readonly poster?: string | undefined
  readonly layout: Layout
  /** The name of the video, for screen readers. */
  readonly name: string
  /** Frames per second; if absent, the default. */
  readonly framerate?: number | undefined
  /** Called at every displayed frame, with the time in seconds. */
  readonly onTime?: (seconds: number) => void
  /** Called with the browser's media error. */
  readonly onFailed: (error: MediaError | null) => void
  /** Counts views and watch time; absent: they are not counted. */
  readonly report?: PlaybackReport
  readonly ref?: Ref<PlayerHandle>
}
