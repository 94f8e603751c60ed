import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { messageOf } from '~/model/errors'
import { snapshotFolder, snapshotHours } from '~/server/platform/config/storage-settings'
import { faultyOf, LIST } from '~/server/platform/snapshots/manifest'
import {
  newestSnapshot,
  rotate,
  type SnapshotStates,
  snapshotName,
} from '~/server/platform/snapshots/snapshots'
import { BackupRunning, endHolds } from '~/server/platform/storage/removal'
import { makeBackup, type Source } from './backup'
import { startControl } from './control'
import { refuseInsideData } from './target'

const HOUR = 3_600_000
const POLL_INTERVAL = 60_000
/** Backoff in milliseconds after a failure, such as a full disk. */
const PAUSE = 600_000

const isDue = (folder: string, hours: number) => {
  const now = new Date()
  const newest = newestSnapshot(folder, now)
  return !newest || now.getTime() - Date.parse(newest.manifest.createdAt) >= hours * HOUR
}

const take = async (source: Source, folder: string, signal: AbortSignal, log: FastifyBaseLogger) => {
  const began = performance.now()
  const target = path.join(folder, snapshotName(new Date()))
  refuseInsideData(target, source.config)
  const { database, files } = await makeBackup(source, target, { signal, reading: 'turns' })
  if (faultyOf(files) > 0)
    log.error({ snapshot: target, faults: files.faults }, `stored files are missing or damaged: see ${LIST}`)
  const ms = Math.round(performance.now() - began)
  log.info({ snapshot: target, files: files.count, ms, heldMs: database.heldMs }, 'snapshot')
}

/** Takes a snapshot when the newest one is older than SNAPSHOT_HOURS, and keeps SNAPSHOT_KEEP of them. */
export const startSnapshots = (
  source: Source,
  log: FastifyBaseLogger,
  outcome: Pick<SnapshotStates, 'record'>,
) => {
  const { SNAPSHOT_KEEP: keep } = source.config
  const hours = snapshotHours(source.config)
  if (hours === 0) return { stop: async () => undefined }
  const folder = snapshotFolder(source.config)
  const stopping = new AbortController()
  let pausedUntil = 0
  let running: Promise<void> | undefined

  const takeDue = async () => {
    if (Date.now() < pausedUntil || !isDue(folder, hours)) return
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      await take(source, folder, stopping.signal, log)
      rotate(folder, keep)
      outcome.record('ok')
    } catch (error) {
      // The server stops, or another server is taking the snapshot.
      if (stopping.signal.aborted || error instanceof BackupRunning) return
      pausedUntil = Date.now() + PAUSE
      outcome.record('failing')
      log.error({ error: messageOf(error), folder }, 'the snapshot failed')
    }
  }
  const check = () => {
    running ??= takeDue().finally(() => {
      running = undefined
    })
  }
  check()
  const timer = setInterval(check, Math.min(POLL_INTERVAL, hours * HOUR)).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort(new Error('The server stops'))
      await running
    },
  }
}

/** Starts automatic snapshots and the control socket for `npm run backup`. */
export const startBackups = async (source: Source, log: FastifyBaseLogger, outcome: SnapshotStates) => {
  if (source.connection.folder) await endHolds(source.connection.database)
  const control = await startControl(source, log)
  const snapshots = startSnapshots(source, log, outcome)
  return {
    stop: async () => {
      await control.stop()
      await snapshots.stop()
    },
  }
}
