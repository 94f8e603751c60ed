import { useState } from 'react'
import type { LinkAnswers, LinkFacts } from '~/model/onboarding'
import { type Problem, problemOf } from './problems'
import type { Texts } from './texts'

/** The properties of every page of a link. */
export type LinkProps = {
  readonly facts: LinkFacts
  readonly texts: Texts
  /** Redeems the link. @returns whether a session was created */
  readonly complete: (answers: LinkAnswers) => Promise<boolean>
  /** The link itself is no longer valid. */
  readonly onRefused: (error: unknown) => void
  readonly onFirstInput: () => void
  readonly onEntered: () => void
  readonly signedIn: boolean
}

/** Failures after which the same link is unusable, whatever the input. */
const fatal: readonly string[] = ['OB1', 'OB2', 'OB3', 'OB4']

const isFatal = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && fatal.includes(String(error.code))

/** Submits the answers; correctable failures are returned as a problem. */
export const useCompletion = (
  { texts, complete, onRefused }: LinkProps,
  onDone: (session: boolean) => void,
) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const send = async (answers: LinkAnswers) => {
    setBusy(true)
    setProblem(undefined)
    try {
      // Stays busy: the panel replaces the page once it is loaded.
      onDone(await complete(answers))
    } catch (error) {
      setBusy(false)
      if (isFatal(error)) onRefused(error)
      else setProblem(problemOf(error, texts))
    }
  }
  return { busy, problem, setProblem, send }
}
