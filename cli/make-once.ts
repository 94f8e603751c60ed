import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, isAway } from './api'
import { ApiFailure } from './failures'
import type { Asked, Journal } from './journal'
import type { Report } from './report'

/** Milliseconds within which a server ends a request (`REQUEST_SECONDS`, 60), and its answer arrives. */
const settling = 65_000
/** Milliseconds between two looks whether a record was made. */
const pace = 3000

/** What every command works with. */
export type Work = {
  readonly api: Api
  readonly report: Report
  readonly journal: Journal
  /** The token's, `users/<uid>`. */
  readonly user: string
}

export type Making = {
  /** What decides which record it is, for the journal. */
  readonly key: string
  readonly name: string
  /** The addresses of the user's records that are as the one to make. */
  readonly look: (user: string) => Promise<readonly string[]>
  /** Asks for it by one `api.create`. @returns its address */
  readonly ask: () => Promise<string>
}

type Looking = Pick<Making, 'key' | 'name' | 'look'>

/** Below 500 the API refused; nothing was made. A gateway's 408 says that the request did not arrive in time, or no more. */
const isRefusal = (error: unknown) =>
  error instanceof ApiFailure && error.status < 500 && error.status !== 408

/** The server itself says that it did nothing, and when to come again. */
const isOver = (error: unknown) => error instanceof ApiFailure && error.status === 503 && error.retryAfter > 0

/** Looks for a record until the server cannot make it any more. A clock that was set back does not prolong that. */
const lookUntilSettled = async ({ report }: Work, { name, look }: Looking, { by, before, until }: Asked) => {
  const end = Math.min(until, Date.now() + settling)
  for (;;) {
    const isSettled = Date.now() >= end
    const found = (await look(by)).find(address => !before.includes(address))
    if (found || isSettled) return found
    report.progress('waiting', { name })
    await sleep(pace)
  }
}

/** The record that was asked for before without an answer that was noted, if it was made; its address. */
export const madeUnnoted = async (work: Work, looking: Looking) => {
  const { asked } = work.journal.of(looking.key)
  const made = asked && (await lookUntilSettled(work, looking, asked))
  if (made) work.journal.note(looking.key, { asked: undefined, made })
  return made
}

const noteIntent = async ({ journal, user }: Work, { key, look }: Looking) => {
  const { asked } = journal.of(key)
  // What was made since the first request must not count as there before.
  const before = asked?.by === user ? asked.before : [...(await look(user))]
  journal.note(key, { asked: { by: user, before, until: Date.now() + settling } })
}

/** What a failed request says of the record that it asked for. */
const noteFailure = ({ journal }: Work, key: string, error: unknown) => {
  const { asked } = journal.of(key)
  if (isRefusal(error)) journal.note(key, { asked: undefined })
  else if (asked && isOver(error)) journal.note(key, { asked: { ...asked, until: Date.now() } })
}

/**
 * Makes a record, and waits while the server is away. Where an answer was lost, in this run or in one that was killed, it is
 * looked for before it is asked for again.
 * @returns its address
 * @throws ApiFailure if it is refused
 */
export const makeOnce = async (work: Work, making: Making): Promise<string> => {
  for (let attempt = 0; ; attempt += 1) {
    const there = await madeUnnoted(work, making)
    if (there) return there
    await noteIntent(work, making)
    try {
      const made = await making.ask()
      work.journal.note(making.key, { asked: undefined, made })
      return made
    } catch (error) {
      noteFailure(work, making.key, error)
      if (!isAway(error)) throw error
      await work.api.wait(error, attempt)
    }
  }
}
