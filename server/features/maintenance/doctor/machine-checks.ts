import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { messageOf } from '~/model/errors'
import { reachMailServer } from '~/server/features/mails/mail-state'
import type { Config } from '~/server/platform/config/config'
import { snapshotFolder, snapshotHours } from '~/server/platform/config/snapshot-settings'
import { freeBytes } from '~/server/platform/disk/durable'
import { descriptorLimit, ENOUGH_DESCRIPTORS, RAISE_LIMIT } from '~/server/platform/process/descriptor-limit'
import { newestSnapshot } from '~/server/platform/snapshots/snapshots'
import type { FileStore } from '~/server/platform/storage/file-store'
import { findTools } from '~/server/video/tools'
import { error, type Finding, ok, warning } from './findings'

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
  return 'missing' in found
    ? warning(`${found.missing}: videos wait`, 'Install ffmpeg 5.1 or later, or set FFMPEG_PATH.')
    : ok(`ffmpeg: ${found.tools.ffmpeg}`)
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
      'Compare S3_ENDPOINT, S3_BUCKET and the key with the store; the rights it needs are in docs/operations.md.',
    )
  }
}
