import { type RefObject, useEffect, useState } from 'react'

/** Whether the element fills the screen, and the way there and back; no way where the browser has none. */
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
    // Refused, as in a frame that may not: the player stays where it is.
    change?.catch(() => undefined)
  }
  return { full, toggle: document.fullscreenEnabled ? toggle : undefined }
}
