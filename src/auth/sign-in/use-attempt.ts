import { useState } from 'react'
import { type Problem, problemOf } from './problem'

/** Runs one sign-in attempt at a time, and keeps the problem of the last one. */
export const useAttempt = (onSignedIn: () => void) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const attempt = async (act: () => Promise<void>) => {
    setProblem(null)
    setBusy(true)
    try {
      await act()
      // Stays busy: the panel replaces the page once it is loaded.
      onSignedIn()
    } catch (error) {
      setProblem(problemOf(error))
      setBusy(false)
    }
  }
  return { busy, problem, setProblem, attempt }
}
