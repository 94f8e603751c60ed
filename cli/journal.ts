import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { UsageError } from './failures'

/** Noted before a record is asked for, so that it is recognized if no answer to that is noted. */
const asked = z.object({
  /** The user who asks, `users/<uid>`. */
  by: z.string(),
  /** The records that were there before, which are not the one asked for. */
  before: z.array(z.string()),
  /** Until when the server may still make it, in milliseconds of this machine's clock. */
  until: z.number(),
})
export type Asked = z.output<typeof asked>

/** How far one record is that is to be made, a 360° video or a 3D video. */
const entry = z.object({
  /** By field: the id of the upload by which a file is being sent. */
  begun: z.record(z.string(), z.string()).default({}),
  /** By field: the id of a file that was sent. */
  sent: z.record(z.string(), z.string()).default({}),
  asked: asked.optional(),
  /** `videos/<uid>` or `videos/<uid>/vectos/<uid>`. */
  made: z
    .string()
    .regex(/^videos\/\w+(\/vectos\/\w+)?$/)
    .optional(),
})
type Entry = z.output<typeof entry>

/** By what decides which record it is: the server, and the key of what is made. */
const contents = z.object({ version: z.literal(2), entries: z.record(z.string(), entry) })
type Contents = z.output<typeof contents>

const isAlive = (process_: number) => {
  try {
    return process.kill(process_, 0)
  } catch {
    return false
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Held until the process ends; that of a killed one is taken over. */
const lock = (path: string, journal: string) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new UsageError('notWritable', { path: journal })
    const pid = Number(readFileSync(path, 'utf8'))
    if (isAlive(pid)) throw new UsageError('runningAlready', { pid, path })
    rmSync(path)
    return lock(path, journal)
  }
  process.once('exit', () => rmSync(path, { force: true }))
}

const empty = (): Contents => ({ version: 2, entries: {} })

const read = (path: string): Contents => {
  if (!existsSync(path)) return empty()
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
    /** What was noted is no longer true. */
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

/**
 * The journal of a folder: a run that was interrupted goes on from it. Written whole under another name first, so that a killed
 * run leaves the one before.
 * @throws UsageError if another run holds it, or it cannot be read or written
 */
export const openJournal = (path: string, server: string) => {
  lock(`${path}.lock`, path)
  const journal = read(path)
  return journalOf(journal, server, () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(journal, null, 2)}\n`)
    renameSync(`${path}.new`, path)
  })
}

/** A journal that ends with the run. */
export const openMemory = (server: string) => journalOf(empty(), server, () => undefined)

export type Journal = ReturnType<typeof openJournal>
