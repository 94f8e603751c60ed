import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import type { User } from '~/model/record-of'
import { refOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { viewings } from '~/model/resources/viewings'
import { mayViewAs, viewMinutes } from '~/model/view-as'
import { liveSession, principalOfUser, type SessionLimits } from '~/server/features/sessions/sessions'
import { hashToken, newUid, recordTokens } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import { reload } from '~/server/records/apply'
import {
  type Context,
  FIREBASE,
  isFirebaseSession,
  isStoredSession,
  type Principal,
  type Sessions,
  VIEW,
} from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

const tokens = recordTokens('vecto_view_')

/** The token of a browser that shows the panel as another user. */
const viewToken = tokens.write

type Viewing = RowOf<'viewings', never, { person: 'person_uid'; by: 'by_uid'; until: 'expires_at' }>

/**
 * A view that has not ended, of a session that has not ended. The end of a Firebase session is known only if its panel
 * reports it: otherwise the view ends by its own time.
 */
const viewingOf = async (database: Database, limits: SessionLimits, uid: string, secret: string) => {
  const [viewing] = await database.prepared<Viewing>(sql`
    select v.person_uid as person, v.by_uid as "by", v.expires_at as until
    from viewings v left join auth_session s on s.id = v.opened_by and s."userId" = v.by_uid
    where v.uid = ${uid} and v.secret_hash = ${hashToken(secret)} and v.ended_at is null
      and v.expires_at > now() and (starts_with(v.opened_by, ${FIREBASE}) or ${liveSession(sql`s`, limits)})`)
  return viewing && isFilled(viewing, 'person', 'by', 'until') ? viewing : undefined
}

/** Reads roles, companies and access on each request: a view ends with the right to it. */
const lookUp = async (
  database: Database,
  limits: SessionLimits,
  uid: string,
  secret: string,
): Promise<Principal | undefined> => {
  const viewing = await viewingOf(database, limits, uid, secret)
  if (!viewing) return undefined
  const by = await principalOfUser(database, viewing.by)
  const found = await principalOfUser(database, viewing.person, VIEW + uid)
  if (!by?.active || !found?.active) return undefined
  const person = found.principal
  const { role, company } = person.actor
  const record = {
    uid: viewing.person,
    role,
    status: 'active',
    company: company === null ? null : { ref: refOf('companies', company) },
  }
  if (!mayViewAs(by.principal.actor, record)) return undefined
  return {
    ...person,
    actor: { ...person.actor, viewed: true },
    view: { by: by.principal.actor, until: viewing.until },
  }
}

/** Ends the views by a user, and those as that user, when all sessions of theirs end. */
const endViews = (tx: Database, user: string) =>
  tx.run(sql`update viewings set ended_at = now(), updated_at = now()
    where ended_at is null and expires_at > now() and (person_uid = ${user} or by_uid = ${user})`)

/** Ends the views that a session of Firebase opened: it has no row with which they end. */
const endViewsOf = (database: Database, session: string) =>
  database.run(sql`update viewings set ended_at = now(), updated_at = now()
    where opened_by = ${session} and ended_at is null and expires_at > now()`)

/** Sessions that accept the tokens of views too: as another user, for half an hour, to read. */
export const withViews = (sessions: Sessions, database: Database, limits: SessionLimits): Sessions => ({
  ...sessions,
  find: async token => {
    const named = tokens.read(token)
    return named ? lookUp(database, limits, named.uid, named.secret) : sessions.find(token)
  },
  end: async session => {
    await sessions.end(session)
    if (isFirebaseSession(session)) await endViewsOf(database, session)
  },
  endAll: async (tx, user, except) => {
    const ended = await sessions.endAll(tx, user, except)
    if (!except) await endViews(tx, user)
    return ended
  },
})

/** Lets the actor see the panel as a user. The answer holds the token, this once. */
export const viewAs = async (context: Context, person: User) => {
  const { tx, actor, session, now, shownOnce } = context
  if (!mayViewAs(actor, person)) throw new ApiError('forbidden_role', 'That user does not rank below yours')
  // A view ends with the session that opened it.
  if (!isStoredSession(session) && !isFirebaseSession(session))
    throw new ApiError('forbidden', 'Only the session of a person opens a view')
  const [uid, secret] = [newUid(), randomBytes(32).toString('base64url')]
  const until = new Date(now.getTime() + viewMinutes * 60_000)
  await insertRow(tx, viewings, {
    uid,
    createdAt: now,
    updatedAt: now,
    person: { ref: refOf('users', person.uid) },
    name: labelOf(users, person),
    by: { ref: refOf('users', actor.uid) },
    company: person.company,
    expiresAt: until,
    openedBy: session,
    secretHash: hashToken(secret),
  })
  const record = await reload(context, viewings, uid)
  await writeEvent(context, viewings, 'create', record, { label: record.name })
  Object.assign(shownOnce, { viewing: uid, token: viewToken(uid, secret), until: until.toISOString() })
}
