import { type RefObject, useEffect, useState } from 'react'

/** Whether the element is full screen, and a toggle; undefined if the browser does not support it. */
export const useFullScreen = (element: RefObject<HTMLElement | null>) => {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const read = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [element])
  const toggle = () => {
    const change = full ? document.exitFullscreen() : element.current?.requestFullscreen()
    // Refused, for example in a frame without permission: the player stays unchanged.
    change?.catch(() => undefined)
  }
  return { full, toggle: document.fullscreenEnabled ? toggle : undefined }
}
