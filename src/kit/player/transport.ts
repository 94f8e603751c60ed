import { countsFrames } from './follow-frames'
import { frameAt, insideFrame } from './frames'

/** A browser that refuses to play says so in its own way: the button stays as it is. */
const quietly = (started: Promise<void> | undefined) => started?.catch(() => undefined)

const NEXT_TRIES = 3

/** Seconds of the image that is on the screen, told by the browser where it can; else of its clock. */
const shownAt = (video: HTMLVideoElement) =>
  new Promise<number>(resolve => {
    if (!countsFrames(video)) return resolve(video.currentTime)
    const late = setTimeout(() => resolve(video.currentTime), 250)
    video.requestVideoFrameCallback((_, { mediaTime }) => {
      clearTimeout(late)
      resolve(mediaTime)
    })
  })

/** What can be done with a video, in the field's words. Times in seconds. */
export const transportOf = (video: HTMLVideoElement) => {
  const last = () => (Number.isFinite(video.duration) ? video.duration : 0)
  const seek = (seconds: number) => {
    video.currentTime = Math.min(Math.max(0, seconds), last())
  }
  /** Some images on or back; a player that kept the image it had is asked again, a little further. */
  const step = async (images: number, rate: number) => {
    video.pause()
    const from = frameAt(video.currentTime, rate)
    for (let more = 0; more < NEXT_TRIES; more++) {
      const wanted = insideFrame(from + images, rate) + (Math.sign(images) * more) / (2 * rate)
      if (wanted < 0 || wanted > last()) return
      const shown = shownAt(video)
      seek(wanted)
      if (frameAt(await shown, rate) !== from) return
    }
  }
  return {
    seek,
    step,
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
