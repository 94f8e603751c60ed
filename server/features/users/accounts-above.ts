import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { type Actor, type Grant, isRole, ranksAbove, roles } from '~/model/grants'
import type { User } from '~/model/record-of'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import type { Database } from '~/server/platform/database/database'
import { type App, describe, listOf, pathPart, uidParams } from '~/server/platform/http/route-schemas'
import { actorOf, notFound } from '~/server/records/access'
import { applyChanges } from '~/server/records/apply'
import { markDeleted } from '~/server/records/change'
import type { Context, Services } from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { inTransaction, lockRights } from '~/server/records/transaction'

const ownAlone = { root: 'all', partner: 'own', admin: 'own' } as const satisfies Grant

const account = z.object({
  uid: z.string(),
  label: z.string(),
  role: z.enum(roles),
  status: z.string(),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  sessions: z.int().meta({ description: 'Open ones' }),
  tokens: z.int().meta({ description: 'Valid API tokens' }),
})
type Account = z.output<typeof account>

type Row = RowOf<
  'users',
  'uid' | 'status' | 'role',
  { createdAt: 'created_at'; lastLoginAt: 'last_login_at' }
> & { label: string; sessions: number; tokens: number }

/** The roles above the actor's. */
const rolesAbove = ({ role }: Actor) => roles.filter(other => ranksAbove(other, role))

/** @throws ApiError 404 for another company than the actor's own */
const requireOwn = ({ company }: Actor, uid: string) => {
  if (company === null || company !== uid) throw notFound(companies)
}

/** Accounts of users of a higher rank, without addresses and sign-in data. */
const findAccounts = async (database: Database, actor: Actor): Promise<Account[]> => {
  const rows = await database.query<Row>(sql`
    select u.uid, concat_ws(' ', u.firstname, u.lastname) as label, u.role, u.status,
      u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
      (select count(*)::int from sessions s where s.user_uid = u.uid and s.ended_at is null) as sessions,
      (select count(*)::int from tokens t where t.user_uid = u.uid and t.expires_at > now()) as tokens
    from users u where u.company_uid = ${actor.company} and u.status <> 'deleted'
      and u.role = any(${sql.param(rolesAbove(actor))}) order by u.created_at, u.uid limit 1000`)
  return rows.flatMap(({ role, status, createdAt, lastLoginAt, ...row }) =>
    isRole(role)
      ? {
          ...{ ...row, role, status: String(status) },
          createdAt: new Date(createdAt ?? 0).toISOString(),
          lastLoginAt: lastLoginAt?.toISOString() ?? null,
        }
      : [],
  )
}

/**
 * Locks an account above the actor's in their own company. Root accounts are the platform's: root alone changes them.
 * @throws ApiError 403 forbidden_role, 404
 */
const loadAccount = async (context: Context, uid: string): Promise<User> => {
  const { tx, actor } = context
  await lockRights(context)
  const scope = {
    companies: actor.company ? [actor.company] : [],
    published: false,
    self: null,
    ranks: rolesAbove(actor),
  }
  const user = await findRow(tx, users, uid, scope, true)
  if (!user || user.status === 'deleted') throw notFound(users)
  if (user.role === 'root') throw new ApiError('forbidden_role', 'Root accounts are changed by root alone')
  return user
}

type Change = (context: Context, user: User) => Promise<unknown>

const endSessions: Change = async (context, user) => {
  await context.services.sessions.endAll(context.tx, user.uid)
  context.afterCommit(() => context.services.sessions.forget())
  await writeEvent(context, users, 'update', user, { changes: {}, by: 'sessionsEnded' })
}

const disable: Change = (context, user) => applyChanges(context, users, user, { status: 'disabled' })

const remove: Change = (context, user) => markDeleted(context, users, user)

const userParams = z.object({ uid: pathPart, user: pathPart })

/**
 * Accounts of a company that rank above its administrators, such as those of a partner. Everything else hides them; here
 * administrators see that they exist, end their sessions and API tokens, disable and delete them.
 */
export const addAccountsAboveRoutes = (app: App, services: Services) => {
  const accessTo = (operation: string) => ({
    config: { access: { resource: 'users', operation, grant: ownAlone } },
    exposeHeadRoute: false,
  })
  const path = '/companies/:uid/accounts-above'
  const list = describe('Accounts of the caller’s company that rank above the caller', {
    ...{ tags: ['companies'], params: uidParams, response: { 200: listOf(account) } },
  })
  app.get(path, { ...accessTo('read'), schema: list }, async request => {
    const actor = actorOf(request)
    requireOwn(actor, request.params.uid)
    const results = await findAccounts(services.database, actor)
    return { results, meta: { count: results.length } }
  })
  const changes = [
    [
      'PATCH',
      '/endSessions',
      'Ends the sessions and API tokens of an account above the caller’s',
      endSessions,
    ],
    ['PATCH', '/disable', 'Disables an account above the caller’s', disable],
    ['DELETE', '', 'Deletes an account above the caller’s', remove],
  ] as const
  for (const [method, action, summary, change] of changes) {
    const schema = describe(summary, {
      ...{ tags: ['companies'], params: userParams, response: { 200: z.object({ uid: z.string() }) } },
    })
    app.route({
      ...{ method, url: `${path}/:user${action}`, ...accessTo('update'), schema },
      handler: async request => {
        const { uid, user } = request.params
        requireOwn(actorOf(request), uid)
        await inTransaction(services, request, async context =>
          change(context, await loadAccount(context, user)),
        )
        return { uid: user }
      },
    })
  }
}
