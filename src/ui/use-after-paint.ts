import { startTransition, useEffect, useMemo, useState } from 'react'

/**
 * Keeps the identity of a value while its JSON is unchanged, so that memoized components do not re-render. For JSON
 * values.
 */
export const useSteady = <T>(value: T): T => {
  const said = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object with the same JSON counts as the same value.
  return useMemo(() => value, [said])
}

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
