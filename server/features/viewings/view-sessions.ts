import { sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'
import { mayViewAs } from '~/model/view-as'
import { principalOfUser } from '~/server/features/sessions/principal-of-user'
import { liveSession, type SessionLimits } from '~/server/features/sessions/sessions'
import { hashToken, recordTokens } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/is-filled'
import { type Principal, type Sessions, VIEW } from '~/server/records/principal'
import type { RowOf } from '~/server/records/tables/row-of'

const tokens = recordTokens('vecto_view_')

/** What the browser of one who sees the panel as another user sends. */
export const viewToken = tokens.write

type Viewing = RowOf<'viewings', never, { person: 'person_uid'; by: 'by_uid'; until: 'expires_at' }>

/** A view that has not ended, of a session that has not ended. */
const viewingOf = async (database: Database, limits: SessionLimits, uid: string, secret: string) => {
  const [viewing] = await database.prepared<Viewing>(sql`
    select v.person_uid as person, v.by_uid as "by", v.expires_at as until
    from viewings v join auth_session s on s.id = v.opened_by and s."userId" = v.by_uid
    where v.uid = ${uid} and v.secret_hash = ${hashToken(secret)} and v.ended_at is null
      and v.expires_at > now() and ${liveSession(sql`s`, limits)}`)
  return viewing && isFilled(viewing, 'person', 'by', 'until') ? viewing : undefined
}

/** Roles, companies and access are asked anew each time: a view ends with the right to it. */
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

/** Sessions that accept the tokens of views too: as another user, for half an hour, to read. */
export const withViews = (sessions: Sessions, database: Database, limits: SessionLimits): Sessions => ({
  ...sessions,
  find: async token => {
    const named = tokens.read(token)
    return named ? lookUp(database, limits, named.uid, named.secret) : sessions.find(token)
  },
  endAll: async (tx, user, except) => {
    const ended = await sessions.endAll(tx, user, except)
    if (!except) await endViews(tx, user)
    return ended
  },
})
