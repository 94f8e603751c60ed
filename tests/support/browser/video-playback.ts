import { launchBrowser, openPage } from './browser'

/** Playback result of a video in a browser. */
export type Played = {
  readonly width: number
  readonly height: number
  readonly advanced: boolean
  readonly error: string | null
}

/** Runs in the page. */
const play = async (sources: readonly string[]): Promise<Played[]> => {
  const one = async (src: string): Promise<Played> => {
    const video = document.createElement('video')
    video.muted = true
    video.src = src
    document.body.append(video)
    const error = await video.play().then(
      () => null,
      (reason: Error) => reason.message,
    )
    const end = Date.now() + 20_000
    const isOn = () => video.currentTime > 0.1
    while (!error && !isOn() && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
    const played = { width: video.videoWidth, height: video.videoHeight, advanced: isOn(), error }
    video.remove()
    return played
  }
  return Promise.all(sources.map(one))
}

/** Number of videos that are played in parallel. */
const together = 6

/** Plays muted videos in a page of the server until each has advanced. */
export const playAll = async (origin: string, sources: readonly string[]): Promise<Played[]> => {
  const browser = await launchBrowser()
  try {
    const { page } = await openPage(browser, { baseURL: origin })
    await page.goto('/parse/health')
    const played: Played[] = []
    for (let at = 0; at < sources.length; at += together)
      played.push(...(await page.evaluate(play, sources.slice(at, at + together))))
    return played
  } finally {
    await browser.close()
  }
}
