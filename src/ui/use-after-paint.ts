import { startTransition, useEffect, useState } from 'react'

/**
 * True once what is drawn now has been painted.
 * @param drawn false while what matters more is not drawn yet
 */
export const useAfterPaint = (drawn = true): boolean => {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!drawn) return
    // The next frame paints; a task that follows it no longer delays that. As a transition it is drawn in slices, which a
    // click comes before.
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn])
  return painted
}

let first = true

/**
 * False until the first screen of the page has been painted: what it need not wait for is left out of that one alone, as
 * parts that come and go at each screen are a flicker.
 */
export const useAfterFirstPaint = (): boolean => {
  const painted = useAfterPaint()
  useEffect(() => {
    if (painted) first = false
  }, [painted])
  return painted || !first
}
