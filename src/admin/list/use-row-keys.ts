import { type RefObject, useEffect } from 'react'

/** Arrow keys in the rows of a table, loaded after the first rows. */
export const useRowKeys = (ref: RefObject<HTMLTableElement | null>) =>
  useEffect(() => {
    let stop = () => {}
    let gone = false
    const start = async () => {
      const { followKeys } = await import('./row-keys')
      if (!gone && ref.current) stop = followKeys(ref.current)
    }
    // Without them, as offline, each button is a tab stop of its own.
    const timer = setTimeout(() => start().catch(() => undefined))
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [ref])
