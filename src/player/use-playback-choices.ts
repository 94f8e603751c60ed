import { type RefObject, useEffect, useRef } from 'react'
import { useEvent, useStore } from 'react-admin'
import { asObject } from '~/model/objects'

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const
export type Speed = (typeof speeds)[number]

type Choices = { readonly volume: number; readonly muted: boolean; readonly speed: Speed }

const usual: Choices = { volume: 1, muted: false, speed: 1 }

/** Validates the stored choices, which may have any format. */
const choicesOf = (stored: unknown): Choices => {
  const { volume, muted, speed } = asObject(stored)
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : usual.volume,
    muted: muted === true,
    speed: speeds.find(each => each === speed) ?? usual.speed,
  }
}

/** Volume, mute and speed, kept on this device from one video to the next. */
export const usePlaybackChoices = (video: RefObject<HTMLVideoElement | null>) => {
  const [stored, store] = useStore<unknown>('preferences.player', usual)
  const choices = choicesOf(stored)
  const latest = useRef(choices)
  latest.current = choices
  const change = useEvent((part: Partial<Choices>) => {
    latest.current = { ...latest.current, ...part }
    store(latest.current)
  })
  const { speed } = choices
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.volume = latest.current.volume
    element.muted = latest.current.muted
    const keep = () => {
      const { volume, muted } = element
      if (volume === latest.current.volume && muted === latest.current.muted) return
      change({ volume, muted })
    }
    element.addEventListener('volumechange', keep)
    return () => element.removeEventListener('volumechange', keep)
  }, [video, change])
  useEffect(() => {
    const element = video.current
    if (!element) return
    // Loading a video resets its rate to the default one.
    element.defaultPlaybackRate = speed
    element.playbackRate = speed
  }, [video, speed])
  return { speed, setSpeed: (next: Speed) => change({ speed: next }) }
}
