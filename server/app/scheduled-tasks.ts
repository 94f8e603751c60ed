import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import { clearSentMessages } from '~/server/features/mails/outbox'
import { resumeThumbnails } from '~/server/features/medias/thumbnails'
import { deleteExpiredKeys } from '~/server/features/one-time-links/link-keys'
import { recoverJobs, removeUnusedFolders } from '~/server/features/processing/recovery'
import { deleteOldSecurityEvents } from '~/server/features/security-events/security-events'
import { collectOrphans, expireUploads } from '~/server/features/uploads/orphans'
import { finishRenames } from '~/server/features/vectos/vecto-renaming'
import { foldCounts } from '~/server/records/reading/counting'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import { asServer } from '~/server/records/writing/as-server'
import { removeForGood } from '~/server/records/writing/delete-record'
import { handlers } from './job-handlers'

const dueForRemoval = ({ database }: Services, resource: Resource) =>
  database.query<{ uid: string }>(
    sql`select uid from ${sql.identifier(resource.name)} where status = 'deletable' and deletable_at <= now()`,
  )

const removeDue = (services: Services, resource: Resource, uid: string) =>
  asServer(services, async context => {
    const record = await findRow(context.tx, resource, uid, 'all', true)
    if (record?.status === 'deletable') await removeForGood(context, resource, record)
  })

/** Removes records that are marked deletable and due. */
export const sweepDeletable = async (services: Services) => {
  const delayed = Object.values<Resource>(registry).filter(resource => resource.removal === 'delayed')
  for (const resource of delayed)
    for (const { uid } of await dueForRemoval(services, resource)) await removeDue(services, resource, uid)
}

/** Ends sessions whose token has expired; their end is the time of their last use. */
export const endStaleSessions = ({ database }: Services) =>
  database.run(sql`update sessions s set ended_at = s.updated_at, duration = extract(epoch from s.updated_at - s.created_at)
    where ended_at is null and not exists (select 1 from auth_session a where a.id = s.uid)`)

/** Starts the tasks that run at startup and at regular intervals (seconds). */
export const startScheduledTasks = (services: Services) => {
  const { background, config, database } = services
  background.beside(() => resumeThumbnails(services))
  background.every(10, () => foldCounts(database))
  background.every(10, () => recoverJobs(services, handlers, config.WORKER_LOST_SECONDS))
  background.every(30, () => finishRenames(services))
  background.every(60, () => sweepDeletable(services))
  background.every(3600, () => expireUploads(services))
  background.every(3600, () => collectOrphans(services))
  background.every(3600, () => removeUnusedFolders(services))
  background.every(3600, () => endStaleSessions(services))
  background.every(3600, () => deleteExpiredKeys(database))
  background.every(3600, () => clearSentMessages(database))
  background.every(3600, () => deleteOldSecurityEvents(database))
}
