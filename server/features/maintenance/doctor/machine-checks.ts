import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { messageOf } from '~/model/errors'
import { reachMailServer } from '~/server/features/mails/mail-state'
import type { Config } from '~/server/platform/config/config'
import { snapshotFolder, snapshotHours } from '~/server/platform/config/storage-settings'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { freeBytes, hashOfStream } from '~/server/platform/disk/durable'
import { inBatches } from '~/server/platform/process/concurrency'
import { descriptorLimit, ENOUGH_DESCRIPTORS, RAISE_LIMIT } from '~/server/platform/process/machine'
import { newestSnapshot } from '~/server/platform/snapshots/snapshots'
import { FileMissing, type FileStore } from '~/server/platform/storage/file-store'
import { md5OfStored } from '~/server/platform/storage/local-files'
import { findTools } from '~/server/video/ffmpeg'
import { error, type Finding, ok, warning } from './findings'

/** Rows that are read together. */
const PAGE = 1000
/** Files that are named. */
const NAMED = 10

type Row = TableRow<'files', 'id' | 'size' | 'md5'>

/** The complete files of the database. */
async function* rowsIn(database: Database) {
  let after = ''
  for (;;) {
    const rows = await database.query<Row>(sql`select id, size, md5 from files
      where md5 is not null and size is not null and id > ${after} order by id limit ${PAGE}`)
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)?.id ?? ''
  }
}

const isRemoved = async (database: Database, id: string) =>
  (await database.query(sql`select 1 from files where id = ${id}`)).length === 0

/** The database has no checksum of a thumbnail. */
const isIntact = async (files: FileStore, { id, md5 }: Row) =>
  !md5 ||
  (await hashOfStream(await files.read(id), 'md5', 'base64')) === md5 ||
  (await md5OfStored(files, id)) === md5

/** A file that was removed together with its row during the check is no fault. */
const faultOf = async (database: Database, files: FileStore, row: Row, isRead: boolean) => {
  const { id, size } = row
  try {
    if ((await files.size(id)) !== Number(size)) return `${id} (another size)`
    return !isRead || (await isIntact(files, row)) ? undefined : `${id} (other bytes)`
  } catch (problem) {
    if (!(problem instanceof FileMissing)) throw problem
    return (await isRemoved(database, id)) ? undefined : `${id} (missing)`
  }
}

/** Bytes that are read where not all are to be: of larger installations a sample, another each time. */
const SAMPLE = 500e6

/** Chooses the files that are read: all, or a random share of about the sample's size. */
const sampling = async (database: Database, all: boolean) => {
  const [row] = await database.query<{ bytes: string | null }>(
    sql`select sum(size) as bytes from files where md5 is not null`,
  )
  const share = all ? 1 : SAMPLE / Math.max(SAMPLE, Number(row?.bytes ?? 0))
  return () => Math.random() < share
}

/** Files that are compared at the same time. */
const AT_ONCE = 8

/**
 * Compares each row with its file, and the bytes of a sample with their checksums; a folder or bucket may hold more, which is
 * collected every hour.
 * @param all reads the bytes of all files
 */
export const checkFiles = async (database: Database, files: FileStore, all = false): Promise<Finding> => {
  const faults: string[] = []
  let [count, read] = [0, 0]
  const isSampled = await sampling(database, all)
  for await (const rows of inBatches(rowsIn(database), AT_ONCE)) {
    const planned = rows.map(row => ({ row, isRead: isSampled() }))
    count += rows.length
    read += planned.filter(({ isRead }) => isRead).length
    const found = await Promise.all(planned.map(({ row, isRead }) => faultOf(database, files, row, isRead)))
    faults.push(...found.filter(fault => fault !== undefined))
  }
  return faults.length > 0
    ? error(
        `${faults.length} of ${count} files are missing or damaged: ${faults.slice(0, NAMED).join(', ')}${faults.length > NAMED ? ' …' : ''}`,
        'Copy them from a backup: its folder "files" holds them by these names.',
      )
    : ok(
        `All ${count} files are in the store; ${read} were read and have their bytes${read < count ? ' (all with npm run doctor -- --read)' : ''}`,
      )
}

const GB = 1024 ** 3
/** The oldest Node that the product runs on. */
const NODE = [20, 19] as const

export const checkNode = (version = process.versions.node): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1])
  return isOld
    ? error(`Node ${version} is too old`, `Install Node ${NODE.join('.')} or later.`)
    : ok(`Node ${version}`)
}

export const checkDescriptors = (limit = descriptorLimit()): Finding =>
  limit !== undefined && limit < ENOUGH_DESCRIPTORS
    ? warning(`Only ${limit} files and connections may be open at a time`, RAISE_LIMIT)
    : ok('Enough files and connections may be open at a time')

const HOUR = 3_600_000

/** Whether automatic snapshots are taken: a failed one is a line in the log otherwise. */
export const checkSnapshots = (config: Config, now = new Date()): Finding => {
  const hours = snapshotHours(config)
  if (hours === 0) return ok('No automatic snapshots are wanted (SNAPSHOT_HOURS)')
  const folder = snapshotFolder(config)
  const newest = newestSnapshot(folder)
  if (!newest)
    return warning(
      `There is no snapshot in ${folder} yet`,
      'A start takes one. If there is none then, the log has the reason.',
    )
  const age = (now.getTime() - Date.parse(newest.manifest.createdAt)) / HOUR
  return age > hours * 2 + 1
    ? warning(
        `The newest snapshot is ${age.toFixed(0)} hours old, though SNAPSHOT_HOURS is ${hours}`,
        'If a server runs here, snapshots fail: its log has the reason (the snapshot failed), and health says failing.',
      )
    : ok(`The newest snapshot is ${Math.max(0, age).toFixed(1)} hours old`)
}

const canWrite = (folder: string) => {
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
    return true
  } catch {
    return false
  }
}

export const checkDisk = ({ DATA_DIR, MIN_FREE_GB }: Config): Finding => {
  const folder = path.resolve(DATA_DIR)
  if (!canWrite(folder))
    return error(
      `Nothing can be written to ${folder}`,
      'Mount it writable, give the server’s user rights to it, or free inodes (df -i).',
    )
  const free = freeBytes(folder) / GB
  const text = `${free.toFixed(1)} GB free in ${folder}`
  return free < MIN_FREE_GB
    ? error(
        text,
        `Free some space: videos are made there, and below ${MIN_FREE_GB} GB (MIN_FREE_GB) no upload into a folder begins.`,
      )
    : ok(text)
}

export const checkVideoTools = async (config: Config): Promise<Finding> => {
  const found = await findTools(config)
  if ('missing' in found)
    return warning(`${found.missing}: videos wait`, 'Install ffmpeg 5.1 or later, or set FFMPEG_PATH.')
  if ('refused' in found)
    return error(found.refused, 'Remove FFMPEG_ENCODER, or name an encoder that works on this machine.')
  const { ffmpeg, encoder } = found.tools
  return ok(`ffmpeg: ${ffmpeg}${encoder ? `, which encodes with ${encoder.name}` : ''}`)
}

export const checkMail = async (config: Config): Promise<Finding> => {
  const { reachable, reason } = await reachMailServer(config)
  if (reachable === null)
    return warning('No mail server: e-mails are kept in the outbox', 'Set SMTP_URL to send them.')
  return reachable
    ? ok('The mail server takes the sign-in')
    : error(`The mail server: ${reason}`, 'Compare SMTP_URL with what the provider of your e-mail says.')
}

export const checkStore = async (files: FileStore): Promise<Finding> => {
  try {
    await files.check()
    return ok('The file store answers')
  } catch (problem) {
    return error(
      messageOf(problem),
      'Compare S3_ENDPOINT, S3_BUCKET and the key, or FIREBASE_STORAGE_BUCKET and its service account, with the store; the rights it needs are in docs/operations.md.',
    )
  }
}
