import { beatSeconds } from '~/model/public-links'

/** Counts a playback: one view when it starts, then its watch time. Failures are ignored: the video plays on. */
export type PlaybackReport = {
  /** @returns the id of the playback; null if no watch time is counted */
  readonly begin: () => Promise<string | null>
  /** @param isLast the page may be gone before the response */
  readonly add: (playback: string, seconds: number, isLast: boolean) => Promise<unknown>
}

const stops = ['pause', 'ended', 'waiting', 'emptied', 'error'] as const

/** The seconds during which something went on, until they are taken. */
const stopwatch = () => {
  let since: number | undefined
  let seconds = 0
  const stop = () => {
    if (since !== undefined) seconds += (performance.now() - since) / 1000
    since = undefined
  }
  return {
    start: () => {
      since ??= performance.now()
    },
    stop,
    take: () => {
      const goesOn = since !== undefined
      stop()
      if (goesOn) since = performance.now()
      const taken = seconds
      seconds = 0
      return taken
    },
  }
}

/**
 * Reports when a video is played, and for how long. Opening the page, loading and seeking count nothing.
 * @returns a function that stops it, and reports the rest
 */
export const followPlayback = (video: HTMLVideoElement | HTMLAudioElement, report: PlaybackReport) => {
  const watch = stopwatch()
  let playback: Promise<string | null> | undefined
  const begin = () => {
    watch.start()
    playback ??= report.begin().catch(() => null)
  }
  const send = async (isLast: boolean) => {
    const id = await playback
    // Sums are in whole milliseconds; what is shorter waits for the next report.
    const seconds = id ? Math.floor(watch.take() * 1000) / 1000 : 0
    if (id && seconds > 0) await report.add(id, seconds, isLast).catch(() => undefined)
  }
  const hide = () => {
    if (document.visibilityState === 'hidden') void send(true)
  }
  const end = () => {
    watch.stop()
    void send(false)
  }
  const timer = setInterval(() => void send(false), beatSeconds * 1000)
  video.addEventListener('playing', begin)
  for (const event of stops) video.addEventListener(event, end)
  document.addEventListener('visibilitychange', hide)
  if (!video.paused && video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA) begin()
  return () => {
    clearInterval(timer)
    video.removeEventListener('playing', begin)
    for (const event of stops) video.removeEventListener(event, end)
    document.removeEventListener('visibilitychange', hide)
    watch.stop()
    void send(true)
  }
}
