import { type RefObject, useEffect, useState } from 'react'

export type Media = {
  readonly playing: boolean
  readonly waiting: boolean
  /** A frame is available. */
  readonly ready: boolean
  readonly muted: boolean
  readonly volume: number
  /** Seconds. */
  readonly time: number
  readonly duration: number
}

const stateOf = (video: HTMLVideoElement): Media => ({
  playing: !video.paused && !video.ended,
  waiting: video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && !video.paused,
  ready: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
  muted: video.muted || video.volume === 0,
  volume: video.volume,
  time: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
})

const events = [
  'play',
  'pause',
  'ended',
  'waiting',
  'playing',
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'durationchange',
  'timeupdate',
  'seeking',
  'seeked',
  'volumechange',
  'emptied',
] as const

const before: Media = {
  playing: false,
  waiting: false,
  ready: false,
  muted: false,
  volume: 1,
  time: 0,
  duration: 0,
}

/** The state of the video element, updated on its events. */
export const useMedia = (video: RefObject<HTMLVideoElement | null>) => {
  const [media, setMedia] = useState(before)
  useEffect(() => {
    const element = video.current
    if (!element) return
    const read = () => setMedia(stateOf(element))
    read()
    for (const event of events) element.addEventListener(event, read)
    return () => {
      for (const event of events) element.removeEventListener(event, read)
    }
  }, [video])
  return media
}
