import { startSender } from '~/server/features/mails/sender'
import { startWebhooks } from '~/server/features/webhooks/deliver-webhooks'
import { startBackups } from '~/server/platform/backup/schedule'
import type { Connection } from '~/server/platform/database/connection'
import type { Services } from '~/server/records/context'
import { startScheduledTasks } from './scheduled-tasks'

/** Loaded only if accounts of Firebase are synchronised. */
const startAccountSync = async (services: Services) => {
  if (!services.config.FIREBASE_ACCOUNTS) return { stop: async () => undefined }
  const { startAccountSync: start } = await import('~/server/features/firebase/sync-accounts')
  return start(services)
}

/**
 * Starts everything that happens without a request, jobs on videos aside: scheduled tasks, e-mails, webhooks, accounts of
 * Firebase, backups. Each server does it, and a worker where functions answer the requests, which rest between them.
 */
export const startBackground = async (services: Services, connection: Connection) => {
  startScheduledTasks(services)
  const sender = await startSender(services)
  const webhooks = startWebhooks(services)
  const accounts = await startAccountSync(services)
  const { config, log, snapshots } = services
  const backups = await startBackups({ config, connection }, log, snapshots)
  return {
    stop: async () => {
      await Promise.all([sender.stop(), webhooks.stop(), accounts.stop()])
      await backups.stop()
    },
  }
}
