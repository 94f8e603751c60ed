import path from 'node:path'
import { messageOf } from '~/model/errors'
import { reachMailServer } from '~/server/features/mails/mail-state'
import type { Config } from '~/server/platform/config/config'
import { freeBytes } from '~/server/platform/disk/durable'
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

export const checkDisk = ({ DATA_DIR, MIN_FREE_GB }: Config): Finding => {
  const folder = path.resolve(DATA_DIR)
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
