import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { UsageError } from './failures'

/** What was done with a recording; it is identified by its files' names, sizes and times of change. */
const entry = z.object({
  /** By field: the id of the upload by which a file is being sent. */
  begun: z.record(z.string(), z.string()).default({}),
  /** By field: the id of a file that was sent. */
  sent: z.record(z.string(), z.string()).default({}),
  /** The 360° video, `videos/<uid>`, and the 3D video made of it, `videos/<uid>/vectos/<uid>`. */
  video: z.string().optional(),
  vecto: z.string().optional(),
})
export type Entry = z.output<typeof entry>

const contents = z.object({ server: z.string(), entries: z.record(z.string(), entry) })

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

const read = (path: string, server: string) => {
  if (!existsSync(path)) return { server, entries: {} }
  try {
    return contents.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new UsageError('journalBroken', { path })
  }
}

/**
 * The journal of a folder: a run that was interrupted goes on from it. Written whole under another name first, so that a killed
 * run leaves the one before.
 * @throws UsageError if another run holds it, it is of another server, or it cannot be written
 */
export const openJournal = (path: string, server: string) => {
  lock(`${path}.lock`, path)
  const journal = read(path, server)
  if (journal.server !== server) throw new UsageError('journalElsewhere', { path, server: journal.server })
  const save = () => {
    writeFileSync(`${path}.new`, `${JSON.stringify(journal, null, 2)}\n`)
    renameSync(`${path}.new`, path)
  }
  return {
    of: (key: string): Entry => journal.entries[key] ?? { begun: {}, sent: {} },
    /** What was noted of a recording is no longer true. */
    forget: (key: string) => {
      delete journal.entries[key]
      save()
    },
    note: (key: string, change: Partial<Entry>) => {
      journal.entries[key] = { begun: {}, sent: {}, ...journal.entries[key], ...change }
      save()
    },
  }
}

export type Journal = ReturnType<typeof openJournal>
