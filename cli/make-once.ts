import { randomUUID } from 'node:crypto'
import { type Api, isAway } from './api'
import { ApiFailure } from './failures'
import type { Asked, Journal } from './journal'
import type { Report } from './report'

/** What every command works with. */
export type Work = { readonly api: Api; readonly report: Report; readonly journal: Journal }

/** The server refused; nothing was made. A gateway's 408 says that the request did not arrive in time, or no more. */
const isRefusal = (error: unknown) =>
  error instanceof ApiFailure && error.status < 500 && error.status !== 408 && !isAway(error)

/** Sends a noted request until it is answered: the server makes one record for its key. */
const ask = async ({ api, journal }: Work, entry: string, { list, form, under, key }: Asked) => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const made = `${under}/${await api.create(list, form, key)}`
      journal.note(entry, { asked: undefined, made })
      return made
    } catch (error) {
      if (isRefusal(error)) journal.note(entry, { asked: undefined })
      if (!isAway(error)) throw error
      await api.wait(error, attempt)
    }
  }
}

/**
 * Makes a record, and waits while the server is away. The request is noted first, with its key, so that the next run repeats it
 * where this one is killed before it noted the answer.
 * @param entry what decides which record it is, for the journal
 * @returns its address
 * @throws ApiFailure if it is refused
 */
export const makeOnce = async (work: Work, entry: string, request: Omit<Asked, 'key'>): Promise<string> => {
  const asked = work.journal.of(entry).asked ?? { ...request, key: randomUUID() }
  work.journal.note(entry, { asked })
  return ask(work, entry, asked)
}

const askAgain = async (work: Work, entry: string, asked: Asked) => {
  try {
    return await ask(work, entry, asked)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** The record that an earlier run made, or asked for without noting an answer, if it is still there; its address. */
export const madeBefore = async (work: Work, entry: string): Promise<string | undefined> => {
  const { asked, made = asked && (await askAgain(work, entry, asked)) } = work.journal.of(entry)
  if (!made || (await work.api.find(made))) return made
  work.journal.forget(entry)
  return undefined
}
