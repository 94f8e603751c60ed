import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { followFrames } from './follow-frames'
import type { PlayerProps } from './player-types'
import { type Transport, transportOf } from './transport'

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
