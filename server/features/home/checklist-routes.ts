import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ChecklistKey, checklist } from '~/model/checklist'
import type { Actor, Role } from '~/model/grants'
import { keysOf } from '~/model/objects'
import { UNNAMED_PROVIDER } from '~/server/features/setup/first-root'
import type { Database } from '~/server/platform/database/database'
import { type App, describe, done, listOf } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'

/** Root's records are those of the whole platform. */
const within = ({ role, company }: Actor) => (role === 'root' ? sql`true` : sql`company_uid = ${company}`)

/** The condition under which each step is done. */
const conditions: Readonly<Record<ChecklistKey, (actor: Actor) => SQL>> = {
  company: () => sql`exists (select 1 from companies where is_provider and name <> ${UNNAMED_PROVIDER})`,
  mail: () => sql`exists (select 1 from mails where status = 'sent')`,
  customer: () => sql`exists (select 1 from companies where not coalesce(is_provider, false))`,
  video: actor => sql`exists (select 1 from videos where ${within(actor)})`,
  invite: actor =>
    sql`exists (select 1 from users where ${within(actor)} and status <> 'deleted' and uid <> ${actor.uid})`,
  vecto: actor => sql`exists (select 1 from vectos where ${within(actor)})`,
}

const keys = keysOf(checklist)

const stepsOf = (role: Role) => keys.filter(key => checklist[key].roles.some(known => known === role))

/** The steps of the actor that they have not dismissed; none if all of these are done. */
const readSteps = async (database: Database, actor: Actor) => {
  const asked = stepsOf(actor.role)
  if (asked.length === 0) return []
  const columns = asked.map(key => sql`${conditions[key](actor)} as ${sql.identifier(key)}`)
  const [[found], dismissed] = await Promise.all([
    database.query<Record<string, boolean>>(sql`select ${sql.join(columns, sql`, `)}`),
    database.query<{ step: string }>(
      sql`select step from checklist_dismissals where user_uid = ${actor.uid}`,
    ),
  ])
  const gone = new Set(dismissed.map(({ step }) => step))
  const steps = asked.filter(key => !gone.has(key)).map(key => ({ key, done: found?.[key] === true }))
  return steps.every(step => step.done) ? [] : steps
}

/** The first steps of a new platform or company, computed from its records. */
export const addChecklistRoutes = (app: App, { database }: Services) => {
  const step = z.object({ key: z.enum(keys), done: z.boolean() })
  const read = describe('The first steps of the user, unless all are done or dismissed', {
    response: { 200: listOf(step) },
  })
  app.get('/me/checklist', { config: { access: 'session', views: true }, schema: read }, async request => {
    const results = await readSteps(database, actorOf(request))
    return { results, meta: { count: results.length } }
  })
  const dismiss = describe('Hides a step from the user permanently', {
    params: z.object({ key: z.enum(keys) }),
    response: { 200: done },
  })
  app.delete('/me/checklist/:key', { config: { access: 'session' }, schema: dismiss }, async request => {
    await database.run(sql`insert into checklist_dismissals (user_uid, step)
      values (${actorOf(request).uid}, ${request.params.key}) on conflict do nothing`)
    return {}
  })
}
