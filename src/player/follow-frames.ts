const events = ['loadeddata', 'seeked', 'timeupdate'] as const

/** Does the browser tell which image is on the screen? */
export const countsFrames = (video: HTMLVideoElement): boolean => 'requestVideoFrameCallback' in video

/** Calls `tell` at every image that the video shows, where the browser counts them; else a few times a second. */
export const followFrames = (video: HTMLVideoElement, tell: () => void) => {
  for (const event of events) video.addEventListener(event, tell)
  let id = 0
  const next = () => {
    tell()
    id = video.requestVideoFrameCallback(next)
  }
  const counted = countsFrames(video)
  if (counted) id = video.requestVideoFrameCallback(next)
  return () => {
    for (const event of events) video.removeEventListener(event, tell)
    if (counted) video.cancelVideoFrameCallback(id)
  }
}
