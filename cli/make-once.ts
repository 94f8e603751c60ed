import { randomUUID } from 'node:crypto'
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type Api, isAway } from './api'
import { ApiFailure, type Report, UsageError } from './report'

/** The request that creates a record, recorded before it is sent. A foreign journal cannot redirect it to another address. */
const asked = z.object({
  list: z.enum(['videos360', 'videos360/job', 'videos3d']),
  form: z.record(z.string(), z.unknown()),
  /** The collection of the new record: `videos`, or `videos/<uid>/vectos`. */
  under: z.string().regex(/^videos(\/\w+\/vectos)?$/),
  /** Its Idempotency-Key, by which the server knows the request when it is repeated. */
  key: z.uuid(),
  /** When it was noted, in milliseconds since 1970. */
  at: z.number().optional(),
  /** The records like it that there were before. */
  there: z.array(z.string()).optional(),
})
export type Asked = z.output<typeof asked>

/** Progress of a record to be made, a 360° video or a 3D video. */
const entry = z.object({
  /** Ids of unfinished uploads, by field. */
  begun: z.record(z.string(), z.string()).default({}),
  /** Ids of uploaded files, by field. */
  sent: z.record(z.string(), z.string()).default({}),
  asked: asked.optional(),
  /** `videos/<uid>` or `videos/<uid>/vectos/<uid>`. */
  made: z
    .string()
    .regex(/^videos\/\w+(\/vectos\/\w+)?$/)
    .optional(),
})
type Entry = z.output<typeof entry>

/** Entries by the server and the key of the record. */
const contents = z.object({ version: z.literal(3), entries: z.record(z.string(), entry) })
type Contents = z.output<typeof contents>

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether another process has this number. Runs in containers often have the same number, one after the other. */
const isAlive = (pid: number) => {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive, but refuses the signal.
    return codeOf(error) === 'EPERM'
  }
}

/** @returns 0 for a lock that cannot be read, such as a link that leads nowhere */
const pidIn = (path: string) => {
  try {
    return Number(readFileSync(path, 'utf8'))
  } catch {
    return 0
  }
}

/** Held until the process ends; that of a killed one is taken over. */
const lock = (path: string, journal: string) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new UsageError('notWritable', { path: journal })
    const pid = pidIn(path)
    if (isAlive(pid)) throw new UsageError('runningAlready', { pid, path })
    rmSync(path)
    return lock(path, journal)
  }
  process.once('exit', () => rmSync(path, { force: true }))
}

const empty = (): Contents => ({ version: 3, entries: {} })

/** Reads a journal. Refuses a link, which may come with a folder of recordings and would redirect writes to another file. */
const read = (path: string): Contents => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return empty()
  if (found.isSymbolicLink()) throw new UsageError('journalLink', { path })
  try {
    return contents.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new UsageError('journalBroken', { path })
  }
}

const journalOf = ({ entries }: Contents, server: string, save: () => void) => {
  const keyOf = (what: string) => `${server} ${what}`
  const of = (what: string): Entry => entries[keyOf(what)] ?? { begun: {}, sent: {} }
  return {
    of,
    /** Deletes an outdated entry. */
    forget: (what: string) => {
      delete entries[keyOf(what)]
      save()
    },
    note: (what: string, change: Partial<Entry>) => {
      entries[keyOf(what)] = { ...of(what), ...change }
      save()
    },
  }
}

/** Replaces a file atomically. Removes an existing temporary file or link, since exclusive creation follows no link. */
const writeWhole = (path: string, text: string) => {
  const whole = `${path}.new`
  try {
    rmSync(whole, { force: true })
    writeFileSync(whole, text, { flag: 'wx' })
    renameSync(whole, path)
  } catch {
    throw new UsageError('notWritable', { path })
  }
}

/**
 * Opens the journal of a folder, from which an interrupted run resumes. It is written to a temporary file and renamed, so
 * that a killed run leaves the former version.
 * @throws UsageError if another run holds it, or it cannot be read or written
 */
export const openJournal = (path: string, server: string) => {
  lock(`${path}.lock`, path)
  const journal = read(path)
  return journalOf(journal, server, () => writeWhole(path, `${JSON.stringify(journal, null, 2)}\n`))
}

/** A journal that ends with the run. */
export const openMemory = (server: string) => journalOf(empty(), server, () => undefined)

type Journal = ReturnType<typeof openJournal>

/** Context of every command. */
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

/** The first matching record that was made since the request, if the server may have forgotten its key. */
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
 * Makes a record, and retries while the server is away. The request is written to the journal first, with its key, so that
 * the next run repeats it if this one is killed before it has recorded the response.
 * @param entry key of the record in the journal
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

/** Address of the record that an earlier run made, or requested without recording a response, if it still exists. */
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
