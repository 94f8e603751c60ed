import { useState } from 'react'
import { type Problem, problemOf } from './problem'

/** One attempt to sign in at a time, and what went wrong with the last. */
export const useAttempt = (onSignedIn: () => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const attempt = async (act: () => Promise<void>) => {
    setProblem(null)
    setBusy(true)
    try {
      await act()
      // Stays busy: the panel takes the page's place as soon as it is there.
      onSignedIn()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, attempt }
}
