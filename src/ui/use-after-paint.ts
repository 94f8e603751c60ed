import { startTransition, useEffect, useState } from 'react'

/** Works in a task that follows the next frame, and so delays its painting no longer. @returns what calls it off */
export const afterPaint = (work: () => void) => {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * True once what is drawn now has been painted.
 * @param drawn false while what matters more is not drawn yet
 */
export const useAfterPaint = (drawn = true): boolean => {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!drawn) return
    // As a transition it is drawn in slices, which a click comes before.
    return afterPaint(() => startTransition(() => setPainted(true)))
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
