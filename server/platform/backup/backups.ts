import type { FastifyBaseLogger } from 'fastify'
import { endHolds } from '~/server/platform/storage/removal-hold'
import type { Source } from './backup'
import { startControl } from './control'
import { startSnapshots } from './schedule'

/** What a server does about backups: automatic snapshots, and those that `npm run backup` asks for. */
export const startBackups = async (source: Source, log: FastifyBaseLogger) => {
  if (source.connection.folder) await endHolds(source.connection.database)
  const control = await startControl(source, log)
  const snapshots = startSnapshots(source, log)
  return {
    stop: async () => {
      await control.stop()
      await snapshots.stop()
    },
  }
}
