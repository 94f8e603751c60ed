import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fsyncLater, hashOf } from '~/server/platform/disk/durable'
import { forEachOf, inBatches, inOrder } from '~/server/platform/process/concurrency'
import {
  createList,
  LIST,
  type Listed,
  presentIn,
  readList,
  type StoredFile,
} from '~/server/platform/snapshots/manifest'
import type { Snapshot } from '~/server/platform/snapshots/snapshots'
import { FileDamaged, FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { copyToPath } from '~/server/platform/storage/local-files'

/**
 * Selects the files of an earlier backup or the store that are read again, to detect bytes that a disk has lost: all, or
 * those that are due.
 */
export type Reading = 'all' | 'turns'

/** Days within which each file is read once. `docs/operations.md` documents the number. */
const TURN_DAYS = 7
const PERIOD = TURN_DAYS * 86_400_000

/** The time within the period at which a file is due: evenly distributed, and the same for every backup. */
const turnOf = (id: string) => (createHash('md5').update(id).digest().readUInt32BE() / 2 ** 32) * PERIOD

/**
 * Whether a file has become due since the previous backup: so each file is read once in `TURN_DAYS`, regardless of the
 * frequency of backups, without stored state.
 * @param since time of the previous backup, in milliseconds since 1970; undefined: there is none
 */
export const turnSince = (reading: Reading, since: number | undefined, now = Date.now()) => {
  if (reading === 'all' || since === undefined) return () => true
  const turns = (id: string, time: number) => Math.floor((time - turnOf(id)) / PERIOD)
  return (id: string) => turns(id, now) > turns(id, since)
}

/** Files whose lines are written to the list together. */
const BATCH = 1000

export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** Creates a hard link: stored files are immutable, so it serves as a copy on one disk. @returns false if the file is missing or the file system does not support it */
export const tryLink = async (from: string, to: string) => {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) return false
    throw error
  }
}

export const tryCopy = async (from: string, to: string) => {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
    await rm(to, { force: true })
    return false
  }
}

type Access = {
  /** Called in the order of ids. */
  readonly has: (id: string) => Promise<boolean>
  readonly close: () => Promise<void>
  /** @returns false for a file that is missing */
  readonly link: (id: string, to: string) => Promise<boolean>
  /** @returns the MD5 of the copy; undefined for a file that is missing */
  readonly copy: (id: string, to: string, md5: string | undefined) => Promise<string | undefined>
}

const md5At = (file: string) => hashOf(file, 'md5', 'base64')

/** Downloads a file. One that stays damaged after repeated reads is saved nevertheless, and listed as damaged. */
const download = async (store: FileStore, id: string, to: string, md5: string | undefined) => {
  try {
    return await copyToPath(store, id, to, { md5 })
  } catch (error) {
    if (error instanceof FileDamaged) return error.md5
    if (!(error instanceof FileMissing)) throw error
    return undefined
  }
}

const accessTo = (store: FileStore): Access => {
  const { pathOf } = store
  if (pathOf)
    return {
      has: async id => existsSync(pathOf(id)),
      close: async () => undefined,
      link: (id, to) => tryLink(pathOf(id), to),
      copy: async (id, to) => ((await tryCopy(pathOf(id), to)) ? md5At(to) : undefined),
    }
  const { find, close } = inOrder(store.list(), id => id)
  return {
    has: async id => (await find(id)) !== undefined,
    close,
    link: async () => false,
    copy: (id, to, md5) => download(store, id, to, md5),
  }
}

/** The files of the previous backup, as far as its list can be read: a damaged one must not prevent the next backup. */
async function* earlierIn({ folder }: Snapshot) {
  try {
    yield* presentIn(folder)
  } catch {
    // Its files are then copied again.
  }
}

type Planned = {
  readonly file: StoredFile
  /** The same file in the previous backup. */
  readonly before: Listed | undefined
  /** Known only where the previous backup has it. */
  readonly isThere: boolean
  /** Whether its bytes are read although they can be linked. */
  readonly isRead: boolean
}

/** The MD5 that a file must have. The database stores that of a record's file, but none of a thumbnail. */
const expectedOf = ({ file, before }: Planned) => file.md5 || before?.md5

/** A file in the new backup; its MD5 where it was read. */
type Placed = { readonly size: number; readonly md5: string | undefined; readonly isNew: boolean }

const faultOf = (planned: Planned, { size, md5 }: Placed): 'size' | 'damaged' | undefined => {
  const expected = expectedOf(planned)
  if (size !== planned.file.size) return 'size'
  if (md5 !== undefined && expected && md5 !== expected) return 'damaged'
  // Only the earlier list knows that a thumbnail is damaged.
  return !planned.file.md5 && planned.before?.fault === 'damaged' ? 'damaged' : undefined
}

type Places = {
  readonly access: Access
  readonly into: string
  readonly earlier: string
  readonly report: (step: string) => void
}

const placed = async (to: string, isRead: boolean): Promise<Placed> => ({
  size: (await stat(to)).size,
  md5: isRead ? await md5At(to) : undefined,
  isNew: false,
})

const linkStored = async ({ access }: Places, { file, isRead }: Planned, to: string) =>
  (await access.link(file.id, to)) ? placed(to, isRead) : undefined

/** Whether the previous backup lists the file as the database does. */
const isListedAlike = ({ file, before }: Planned) =>
  before !== undefined && before.size === file.size && (!file.md5 || before.md5 === file.md5)

/** Links the copy of the previous backup, unless its bytes have changed since. */
const linkEarlier = async ({ earlier, report }: Places, planned: Planned, to: string, isRead: boolean) => {
  const copy = path.join(earlier, planned.file.id)
  if (!isListedAlike(planned) || !(await tryLink(copy, to))) return undefined
  const found = await placed(to, isRead)
  if (faultOf(planned, found) === undefined) return found
  await rm(to)
  report(`The copy in an earlier backup is damaged, and not used: ${copy}`)
  return undefined
}

const copyStored = async ({ access }: Places, planned: Planned, to: string): Promise<Placed | undefined> => {
  const md5 = await access.copy(planned.file.id, to, expectedOf(planned))
  return md5 === undefined ? undefined : { size: (await stat(to)).size, md5, isNew: true }
}

const listedAs = async (
  planned: Planned,
  found: Placed,
  to: string,
  fault?: Listed['fault'],
): Promise<Listed> => {
  const { file } = planned
  if (found.isNew || !planned.before) await fsyncLater(to)
  const md5 = found.md5 ?? (fault === 'size' ? undefined : expectedOf(planned)) ?? (await md5At(to))
  return { id: file.id, size: found.size, md5, ...(fault && { fault }) }
}

/** Saves one file. Verifies a linked file if planned, and always if it replaces one that the store has lost. */
const save = async (places: Places, planned: Planned): Promise<Listed> => {
  const { file, isRead, isThere } = planned
  const to = path.join(places.into, file.id)
  const linked = await linkStored(places, planned, to)
  if (linked && !faultOf(planned, linked)) return listedAs(planned, linked, to)
  if (linked) await rm(to)
  const rescues = linked !== undefined || !isThere
  const earlier = await linkEarlier(places, planned, to, isRead || rescues)
  if (earlier) return listedAs(planned, earlier, to, rescues ? 'rescued' : undefined)
  const found = (await linkStored(places, planned, to)) ?? (await copyStored(places, planned, to))
  if (!found) return { ...file, md5: '', fault: 'missing' }
  return listedAs(planned, found, to, faultOf(planned, found))
}

type CopyTarget = {
  readonly target: string
  readonly previous: Snapshot | undefined
  readonly signal: AbortSignal
  /** Files that are read even if they can be linked: all, or those that are due. */
  readonly reading: Reading
  /** Called with each file that differs from its row. */
  readonly onFault: (file: Listed) => void
  readonly report: (step: string) => void
}

/**
 * Adds the stored files to a backup: hard-linked on the same disk, else linked to the previous backup on that
 * disk, else copied. A file that differs from its database row is listed as faulty and does not prevent the
 * others from being saved. Copied files are compared with their checksums; `reading` decides which linked files are, too.
 * Lists are read and written in the order of ids, a part at a time.
 * @param wanted the list of the files that the database names
 */
export const copyFiles = async (
  wanted: string,
  store: FileStore,
  { target, previous, signal, reading, onFault, report }: CopyTarget,
) => {
  const [into, earlier] = [path.join(target, 'files'), path.join(previous?.folder ?? '', 'files')]
  await mkdir(into, { recursive: true, mode: 0o700 })
  const access = accessTo(store)
  const saved = previous && inOrder(earlierIn(previous), ({ id }) => id)
  const list = await createList(path.join(target, LIST))
  const isTurn = turnSince(reading, previous && Date.parse(previous.manifest.createdAt))
  const plan = async (file: StoredFile): Promise<Planned> => {
    const before = await saved?.find(file.id)
    const isThere = before === undefined || (await access.has(file.id))
    const isSound = before !== undefined && before.fault === undefined
    return { file, before, isThere, isRead: !isSound || isTurn(file.id) }
  }
  try {
    for await (const batch of inBatches(readList(wanted), BATCH)) {
      const planned: Planned[] = []
      for (const file of batch) planned.push(await plan(file))
      const done = new Map<string, Listed>()
      await forEachOf(planned, signal, async one => {
        done.set(one.file.id, await save({ access, into, earlier, report }, one))
      })
      const lines = batch.flatMap(({ id }) => done.get(id) ?? [])
      await list.add(lines)
      for (const one of lines) if (one.fault) onFault(one)
    }
    return await list.complete()
  } finally {
    await Promise.all([list.close(), saved?.close(), access.close()])
  }
}
