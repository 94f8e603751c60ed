import { randomUUID } from 'node:crypto'
import { type Api, isAway } from './api'
import { ApiFailure } from './failures'
import type { Asked, Journal } from './journal'
import type { Report } from './report'

/** What every command works with. */
export type Work = { readonly api: Api; readonly report: Report; readonly journal: Journal }

/** The server refused; nothing was made. */
const isRefusal = (error: unknown) => error instanceof ApiFailure && error.status < 500 && !isAway(error)

/** Finds the addresses of records that are like the one to make, the newest first. */
export type Search = () => Promise<readonly string[]>

/** An hour less than the server keeps a key. */
const KEY_LIFE = 23 * 3_600_000

/** Whether the server may have forgotten the key; also where the clock was set back. */
const isForgotten = ({ at }: Asked) =>
  at !== undefined && !(Date.now() - at >= 0 && Date.now() - at < KEY_LIFE)

/** The first record like the one asked for that was made since, where its key does not tell any more. */
const madeSince = async (asked: Asked, findAlike?: Search) => {
  if (!findAlike || !isForgotten(asked)) return undefined
  return (await findAlike()).filter(each => !asked.there?.includes(each)).at(-1)
}

/** Sends a noted request until it is answered: the server makes one record for its key. */
const ask = async (work: Work, entry: string, asked: Asked, findAlike?: Search) => {
  const { api, journal } = work
  const { list, form, under, key } = asked
  for (let attempt = 0; ; attempt += 1) {
    try {
      const since = await madeSince(asked, findAlike)
      const made = since ?? `${under}/${await api.create(list, form, key)}`
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
export const makeOnce = async (
  work: Work,
  entry: string,
  request: Pick<Asked, 'list' | 'form' | 'under'>,
  findAlike?: Search,
): Promise<string> => {
  const noted = work.journal.of(entry).asked
  if (noted) return ask(work, entry, noted, findAlike)
  const there = [...((await findAlike?.()) ?? [])]
  const asked = { ...request, key: randomUUID(), at: Date.now(), there }
  work.journal.note(entry, { asked })
  return ask(work, entry, asked, findAlike)
}

const askAgain = async (work: Work, entry: string, asked: Asked, findAlike?: Search) => {
  try {
    return await ask(work, entry, asked, findAlike)
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** The record that an earlier run made, or asked for without noting an answer, if it is still there; its address. */
export const madeBefore = async (
  work: Work,
  entry: string,
  findAlike?: Search,
): Promise<string | undefined> => {
  const { asked, made = asked && (await askAgain(work, entry, asked, findAlike)) } = work.journal.of(entry)
  if (!made || (await work.api.find(made))) return made
  work.journal.forget(entry)
  return undefined
}
