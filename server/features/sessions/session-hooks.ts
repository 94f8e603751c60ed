import { sql } from 'drizzle-orm'
import { ApiError, invalidFields } from '~/model/errors'
import { isRole, ranksAbove } from '~/model/grants'
import type { Session } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { sessions } from '~/model/resources/sessions'
import { applyChanges } from '~/server/records/apply'
import type { Context, Hooks } from '~/server/records/context'
import type { RowOf } from '~/server/records/tables'

const SECOND = 1000

/** Seconds of a session that ends then. */
export const durationUntil = (before: Pick<Session, 'createdAt'>, end: number) =>
  Math.max(0, Math.round((end - Date.parse(String(before.createdAt))) / SECOND))

const endToken = async ({ tx, services, endedSessions, afterCommit }: Context, uid: string) => {
  endedSessions.add(uid)
  await tx.run(sql`delete from auth_session where id = ${uid}`)
  afterCommit(() => services.sessions.forget())
}

/** Rejects ending a session or token of a user of higher rank. */
export const requireRank = async ({ tx, actor }: Context, { user: holder }: Pick<Session, 'user'>) => {
  const [user] = await tx.query<RowOf<'users', 'role'>>(
    sql`select role from users where uid = ${uidOf(holder?.ref ?? '')}`,
  )
  if (isRole(user?.role) && ranksAbove(user.role, actor.role))
    throw new ApiError('forbidden_role', 'That user ranks above yours')
}

export const sessionHooks: Hooks<typeof sessions> = {
  beforeDelete: requireRank,

  beforeUpdate: async (context, before, changes) => {
    await requireRank(context, before)
    if (!('endedAt' in changes)) return
    if (changes.endedAt === null) throw invalidFields({ endedAt: 'required' })
    const end = Date.parse(String(changes.endedAt))
    if (end < Date.parse(String(before.createdAt))) throw invalidFields({ endedAt: 'before_start' })
    changes.duration = durationUntil(before, end)
    await endToken(context, before.uid)
  },

  insteadOfDelete: async (context, before) => {
    await endToken(context, before.uid)
    if (before.endedAt) return before
    const changes = { endedAt: context.now, duration: durationUntil(before, context.now.getTime()) }
    return applyChanges(context, sessions, before, changes, { kind: 'delete' })
  },
}
