const events = ['loadeddata', 'seeked', 'timeupdate'] as const

/** True if the browser reports which frame is displayed. */
export const countsFrames = (video: HTMLVideoElement): boolean => 'requestVideoFrameCallback' in video

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
