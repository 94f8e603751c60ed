import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sessions } from '~/model/resources/sessions'
import type { TableRow } from '~/server/platform/database/tables'
import { type App, describe, done, listOf, uidParams } from '~/server/platform/http/route-schemas'
import { actorOf, notFound, onlyMine, principalOf } from '~/server/records/access'
import type { Context, Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { inTransaction } from '~/server/records/transaction'
import { sessionHooks } from './session-hooks'
import { liveSession } from './sessions'

type OpenSession = RowOf<'sessions', 'uid', { name: 'agent_name'; platform: 'agent_platform' }> &
  TableRow<'auth_session', never, { address: 'ipAddress'; since: 'createdAt'; used: 'updatedAt' }>

const openSessions = (
  { database, config }: Pick<Services, 'database' | 'config'>,
  user: string,
  which: SQL = sql`true`,
) =>
  database.query<OpenSession>(sql`
    select a.id as uid, s.agent_name as name, s.agent_platform as platform, a."ipAddress" as address,
      a."createdAt" as since, a."updatedAt" as used
    from auth_session a join sessions s on s.uid = a.id
    where a."userId" = ${user} and ${liveSession(sql`a`, config)} and ${which} order by a."updatedAt" desc, a.id`)

/** Ends a session of the actor; 404 for any other. */
const endOwn = async (context: Context, uid: string) => {
  const record = await findRow(context.tx, sessions, uid, onlyMine(context.actor), true)
  if (!record || record.endedAt) throw notFound(sessions)
  await sessionHooks.insteadOfDelete?.(context, record)
}

const ownSession = z.object({
  uid: z.string(),
  agent: z.object({ name: z.string().nullable(), platform: z.string().nullable() }),
  address: z.string().nullable(),
  createdAt: z.date(),
  usedAt: z.date(),
  current: z.boolean().meta({ description: 'The session of this request' }),
})

/** Lists and ends the caller's own sessions. */
export const addOwnSessionRoutes = (app: App, services: Services) => {
  const session = { config: { access: 'session' as const } }
  const list = describe('Sessions of the caller', { response: { 200: listOf(ownSession) } })
  app.get('/me/sessions', { ...session, schema: list }, async request => {
    const { session: current, actor } = principalOf(request)
    const rows = await openSessions(services, actor.uid)
    const results = rows.map(({ uid, name, platform, address, since, used }) => ({
      uid,
      agent: { name, platform },
      address,
      createdAt: since,
      usedAt: used,
      current: uid === current,
    }))
    return { results, meta: { count: results.length } }
  })

  const ending = describe('Ends a session of the caller', { params: uidParams, response: { 200: done } })
  app.delete('/me/sessions/:uid', { ...session, schema: ending }, async request => {
    const { uid } = request.params
    await inTransaction(services, request, context => endOwn(context, uid))
    return {}
  })

  const endingOthers = describe('Ends all other sessions of the caller', {
    response: { 200: z.object({ ended: z.int() }) },
  })
  app.delete('/me/sessions', { ...session, schema: endingOthers }, async request => {
    const { session: current } = principalOf(request)
    return inTransaction(services, request, async context => {
      const others = await openSessions(
        { database: context.tx, config: services.config },
        actorOf(request).uid,
        sql`a.id <> ${current}`,
      )
      for (const { uid } of others) await endOwn(context, uid)
      return { ended: others.length }
    })
  })
}
