import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { PlayerProps } from './player-types'

const events = ['loadeddata', 'seeked', 'timeupdate'] as const

/** True if the browser reports which frame is displayed. */
const countsFrames = (video: HTMLVideoElement): boolean => 'requestVideoFrameCallback' in video

/** Calls `onFrame` at every displayed frame if the browser reports them, otherwise a few times per second. */
export const followFrames = (video: HTMLVideoElement, onFrame: () => void) => {
  for (const event of events) video.addEventListener(event, onFrame)
  let id = 0
  const next = () => {
    onFrame()
    id = video.requestVideoFrameCallback(next)
  }
  const counted = countsFrames(video)
  if (counted) id = video.requestVideoFrameCallback(next)
  return () => {
    for (const event of events) video.removeEventListener(event, onFrame)
    if (counted) video.cancelVideoFrameCallback(id)
  }
}

/** Part of a frame by which a time in thousandths may precede its frame, at 240 frames per second. */
const SLACK = 0.13

/** Frames per second of a video that does not state them. */
export const USUAL_RATE = 30

/** The number of the frame that is displayed at a time, the first being 0. */
export const frameAt = (seconds: number, rate: number) => Math.max(0, Math.floor(seconds * rate + SLACK))

/** A time in the middle of a frame: at its edge, players show the previous or the next one. */
export const insideFrame = (frame: number, rate: number) => (Math.max(0, frame) + 0.5) / rate

/** Ignores a rejection of `play()`: the browser reports it itself, and the button stays unchanged. */
const quietly = (started: Promise<void> | undefined) => started?.catch(() => undefined)

const TRIES = 3
/** Milliseconds after which a frame that was not reported is assumed to be displayed. */
const LATE = 250

/** Resolves once the video has finished seeking. */
const settled = (video: HTMLVideoElement) =>
  new Promise<void>(resolve => video.addEventListener('seeked', () => resolve(), { once: true }))

/** Seconds of the displayed frame, if the browser reports it; otherwise of the video's clock. */
const shownAt = (video: HTMLVideoElement) =>
  new Promise<number>(resolve => {
    if (!countsFrames(video)) return resolve(video.currentTime)
    const late = setTimeout(() => resolve(video.currentTime), LATE)
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      clearTimeout(late)
      resolve(mediaTime)
    })
  })

/** Steps by frames; if the player keeps its frame, the step is retried a little further. */
const stepper = (video: HTMLVideoElement, seek: (seconds: number) => void) => {
  let latest = 0
  return async (images: number, rate: number) => {
    const mine = ++latest
    video.pause()
    const from = frameAt(video.currentTime, rate)
    for (let more = 0; more < TRIES; more++) {
      const wanted = insideFrame(from + images, rate) + (Math.sign(images) * more) / (2 * rate)
      if (from + images < 0 || wanted > video.duration) return
      const stands = settled(video)
      seek(wanted)
      await stands
      const shown = frameAt(await shownAt(video), rate)
      // Superseded by another step or a seek.
      if (shown !== from || mine !== latest || video.currentTime !== wanted) return
    }
  }
}

/** The playback controls of a video. Times in seconds. */
export const transportOf = (video: HTMLVideoElement) => {
  const last = () => (Number.isFinite(video.duration) ? video.duration : 0)
  const seek = (seconds: number) => {
    video.currentTime = Math.min(Math.max(0, seconds), last())
  }
  return {
    seek,
    /** Steps forward or back by a number of frames. */
    step: stepper(video, seek),
    play: () => void quietly(video.play()),
    pause: () => video.pause(),
    toggle: () => void (video.paused ? quietly(video.play()) : video.pause()),
    mute: () => {
      video.muted = !video.muted
      if (!video.muted && video.volume === 0) video.volume = 0.5
    },
    setVolume: (volume: number) => {
      video.volume = Math.min(1, Math.max(0, volume))
      video.muted = volume === 0
    },
  }
}

export type Transport = ReturnType<typeof transportOf>

/** The playback controls, for the player's own buttons and for the holder of its `ref`. */
export const useTransport = (
  video: RefObject<HTMLVideoElement | null>,
  { ref, onTime }: Pick<PlayerProps, 'ref' | 'onTime'>,
) => {
  const [transport, setTransport] = useState<Transport | null>(null)
  const latest = useRef(onTime)
  latest.current = onTime
  useEffect(() => {
    const element = video.current
    if (!element) return
    setTransport(transportOf(element))
    return followFrames(element, () => latest.current?.(element.currentTime))
  }, [video])
  useImperativeHandle(
    ref,
    () => ({
      seek: seconds => transport?.seek(seconds),
      play: () => transport?.play(),
      pause: () => transport?.pause(),
    }),
    [transport],
  )
  return transport
}
