import { type RefObject, useEffect, useState } from 'react'

/** Whether the element fills the window, where the browser has no full screen, as on an iPhone. Escape ends it. */
const useFilledWindow = () => {
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (!isFilled) return
    const { overflow } = document.body.style
    // The page behind it is not scrolled.
    document.body.style.overflow = 'hidden'
    const press = (event: KeyboardEvent) => event.key === 'Escape' && setFilled(false)
    addEventListener('keydown', press)
    return () => {
      document.body.style.overflow = overflow
      removeEventListener('keydown', press)
    }
  }, [isFilled])
  return [isFilled, setFilled] as const
}

/**
 * Whether the element is full screen, or fills the window where the browser has no full screen, and a toggle.
 * `isFilled`: the element is to be placed over the page by its styles.
 */
export const useFullScreen = (element: RefObject<HTMLElement | null>) => {
  const [full, setFull] = useState(false)
  const [isFilled, setFilled] = useFilledWindow()
  useEffect(() => {
    const read = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [element])
  const toggle = () => {
    if (!document.fullscreenEnabled) return setFilled(!isFilled)
    const change = full ? document.exitFullscreen() : element.current?.requestFullscreen()
    // Refused, for example in a frame without permission: the player stays unchanged.
    change?.catch(() => undefined)
  }
  return { full: full || isFilled, isFilled, toggle }
}
