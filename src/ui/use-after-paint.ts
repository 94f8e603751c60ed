import { startTransition, useEffect, useState } from 'react'

/** Runs `work` in a task after the next frame, so that it does not delay the paint. @returns a function that cancels it */
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
 * True once the current render has been painted.
 * @param drawn false while more important content is not rendered yet
 */
export const useAfterPaint = (drawn = true): boolean => {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!drawn) return
    // As a transition, it renders in slices that a click can interrupt.
    return afterPaint(() => startTransition(() => setPainted(true)))
  }, [drawn])
  return painted
}

let first = true

/**
 * False until the first screen of the page has been painted, to defer parts that it need not wait for. True on later
 * screens: parts that appear late on each of them would flicker.
 */
export const useAfterFirstPaint = (): boolean => {
  const painted = useAfterPaint()
  useEffect(() => {
    if (painted) first = false
  }, [painted])
  return painted || !first
}
