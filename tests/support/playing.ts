import { launchBrowser, openPage } from './browser'

/** What a browser made of a video. */
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

/** Videos that a browser decodes at once. */
const together = 6

/** Plays videos in a page of the server's, muted, until each has gone on for a moment. */
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
