import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import { foldCounts } from './db/counting'
import { findRow } from './db/listing'
import { resumeThumbnails } from './files/thumbnails'
import type { Context } from './records/hooks'
import { removeForGood } from './records/removal'
import type { Services } from './services'

/** Hours that a file which no record took may stay (decisions §8). */
const TEMPORARY_HOURS = 24

const dueIn = ({ database }: Services, resource: Resource) =>
  database.query<{ uid: string }>(
    sql`select uid from ${sql.identifier(resource.name)} where status = 'deletable' and deletable_at <= now()`,
  )

/** The server's own hand: no session, and nobody's events. */
const removeDue = async (services: Services, resource: Resource, uid: string) => {
  const later: (() => unknown)[] = []
  await services.database.transaction(async tx => {
    const record = await findRow(tx, resource, uid, 'all', true)
    if (record?.status !== 'deletable') return
    const actor = { uid: '', role: 'root', company: null, managed: [], open: [], licensed: false } as const
    const context: Context = {
      services,
      tx,
      actor,
      session: '',
      now: new Date(),
      afterCommit: work => void later.push(work),
    }
    await removeForGood(context, resource, record)
  })
  for (const work of later) await work()
}

/** Removes what was marked deletable and whose day has come. */
export const sweepDeletable = async (services: Services) => {
  const delayed = Object.values<Resource>(registry).filter(resource => resource.removal === 'delayed')
  for (const resource of delayed)
    for (const { uid } of await dueIn(services, resource)) await removeDue(services, resource, uid)
}

/** Removes uploads that no record took in time. */
export const sweepTemporary = async ({ database, files }: Services) => {
  const gone = await database.query<{ id: string }>(sql`delete from files
    where owner is null and created_at < now() - make_interval(hours => ${TEMPORARY_HOURS}) returning id`)
  for (const { id } of gone) await files.remove(id)
}

/** What the server does by itself, now and from time to time. */
export const startUpkeep = (services: Services) => {
  const { background, database } = services
  background.run(() => resumeThumbnails(services))
  background.every(10, () => foldCounts(database))
  background.every(60, () => sweepDeletable(services))
  background.every(3600, () => sweepTemporary(services))
}
