import type { Ref } from 'react'

/** How the picture of a film holds what two eyes see. */
export type Layout = 'mono' | 'top-bottom'

/** How what two eyes see is shown on one screen. */
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
  /** Of the film, as screen readers say it. */
  readonly name: string
  /** Images a second; absent: the usual. */
  readonly framerate?: number | undefined
  /** Seconds, at every image shown. */
  readonly onTime?: (seconds: number) => void
  /** The browser's account of what went wrong. */
  readonly onFailed: (error: MediaError | null) => void
  readonly ref?: Ref<PlayerHandle>
}
