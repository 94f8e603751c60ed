import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the element fills the window, for browsers without a full screen mode, such as those of iPhones. Escape ends
 * it.
 */
const useFilledWindow = () => {
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (!isFilled) return
    const { overflow } = document.body.style
    // Prevents scrolling of the page behind it.
    document.body.style.overflow = 'hidden'
    const press = (event: KeyboardEvent) => event.key === 'Escape' && setFilled(false)
    addEventListener('keydown', press)
    return () => {
      document.body.style.overflow = overflow
      removeEventListener('keydown', press)
    }
  }, [isFilled])
  return [isFilled, setFilled] as const
}

/**
 * Whether the element is full screen, or fills the window in browsers without a full screen mode, and a toggle.
 * `isFilled`: the element's styles must place it over the page.
 */
export const useFullScreen = (element: RefObject<HTMLElement | null>) => {
  const [full, setFull] = useState(false)
  const [isFilled, setFilled] = useFilledWindow()
  useEffect(() => {
    const read = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [element])
  const toggle = () => {
    if (!document.fullscreenEnabled) return setFilled(!isFilled)
    const change = full ? document.exitFullscreen() : element.current?.requestFullscreen()
    // Refused, for example in a frame without permission: the player stays unchanged.
    change?.catch(() => undefined)
  }
  return { full: full || isFilled, isFilled, toggle }
}

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
