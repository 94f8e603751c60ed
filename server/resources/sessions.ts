import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { sessions } from '~/model/resources/sessions'
import type { Flat } from '../db/flat'
import type { Context, Hooks, Values } from '../records/hooks'
import { applyChanges } from '../records/updating'

const SECOND = 1000

const lasting = (before: Flat, end: number) =>
  Math.max(0, Math.round((end - Date.parse(String(before.createdAt))) / SECOND))

const endToken = async ({ tx, services, afterCommit }: Context, uid: string) => {
  await tx.run(sql`delete from auth_session where id = ${uid}`)
  afterCommit(() => services.sessions.forget())
}

export const sessionHooks: Hooks = {
  beforeUpdate: async (context, before, changes: Values) => {
    if (!('endedAt' in changes)) return
    if (changes.endedAt === null) throw invalidFields({ endedAt: 'required' })
    const end = Date.parse(String(changes.endedAt))
    if (end < Date.parse(String(before.createdAt))) throw invalidFields({ endedAt: 'before_start' })
    changes.duration = lasting(before, end)
    await endToken(context, before.uid)
  },

  remove: async (context, before) => {
    await endToken(context, before.uid)
    if (before.endedAt) return before
    const changes = { endedAt: context.now, duration: lasting(before, context.now.getTime()) }
    return applyChanges(context, sessions, sessionHooks, before, changes, 'delete')
  },
}
