import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { refOf } from '~/model/refs'
import type { tokens } from '~/model/resources/tokens'
import { requireRank } from '~/server/features/sessions/session-hooks'
import { hashToken } from '~/server/platform/crypto/tokens'
import { type Context, type Hooks, TOKEN } from '~/server/records/context'
import { apiToken } from './api-tokens'

const DAY = 86_400_000
const MOST = 50
const ENDING = 4

/** A program that creates tokens without end fills the list of its user, not the table. */
const requireRoom = async ({ tx, actor }: Context) => {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`tokens ${actor.uid}`}))`)
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from tokens where user_uid = ${actor.uid} and expires_at > now()`,
  )
  if ((row?.count ?? 0) >= MOST) throw invalidFields({ name: 'too_many' })
}

export const tokenHooks: Hooks<typeof tokens> = {
  fillIn: ({ actor }, values) => {
    values.user = { ref: refOf('users', actor.uid) }
    values.company = actor.company ? { ref: refOf('companies', actor.company) } : null
  },

  beforeCreate: async (context, values) => {
    await requireRoom(context)
    const secret = randomBytes(32).toString('base64url')
    values.secretHash = hashToken(secret)
    values.ending = secret.slice(-ENDING)
    values.expiresAt = new Date(context.now.getTime() + Number(values.lifetime) * DAY)
    context.shownOnce.secret = secret
  },

  afterCreate: ({ shownOnce }, { uid }) => {
    shownOnce.secret = apiToken(uid, String(shownOnce.secret))
  },

  beforeDelete: async (context, token) => {
    await requireRank(context, token)
    context.endedSessions.add(TOKEN + token.uid)
  },

  present: record => ({ ...record, secret: null }),
}
