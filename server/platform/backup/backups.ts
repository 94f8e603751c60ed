import type { FastifyBaseLogger } from 'fastify'
import type { SnapshotStates } from '~/server/platform/snapshots/snapshot-state'
import { endHolds } from '~/server/platform/storage/removal-hold'
import type { Source } from './backup'
import { startControl } from './control'
import { startSnapshots } from './schedule'

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
