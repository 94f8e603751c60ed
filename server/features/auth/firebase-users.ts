import { sql } from 'drizzle-orm'
import { proveAddress } from '~/server/features/one-time-links/proved-addresses'
import { type Found, principalOf } from '~/server/features/sessions/sessions'
import type { Config } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'
import { FIREBASE, type Principal, type Sessions } from '~/server/records/principal'
import { type FirebaseUser, firebaseTokens, isFirebaseToken, type ReadToken } from './firebase-tokens'

/** Finds the active user with Firebase's uid, else with the verified address. Never creates a user. */
const userOf = async (database: Database, { uid, email }: FirebaseUser): Promise<Principal | undefined> => {
  const [found] = await database.query<Found & { unproved: boolean }>(sql`
    select ${FIREBASE + uid} as id, now() as used, u.uid, u.role, u.lang, u.company_uid,
      c.is_partner and c.can_create_companies as licensed,
      lower(u.email) = ${email} and not u.email_proved as unproved
    from users u left join companies c on c.uid = u.company_uid
    where u.status = 'active' and (u.uid = ${uid} or lower(u.email) = ${email})
    order by u.uid = ${uid} desc limit 1`)
  if (found?.unproved) await database.transaction(tx => proveAddress(tx, found.uid))
  return found && principalOf(database, found)
}

/** Sessions that accept Firebase ID tokens besides the server's own tokens. */
export const withFirebaseTokens = (sessions: Sessions, database: Database, read: ReadToken): Sessions => ({
  ...sessions,
  find: async token => {
    if (!isFirebaseToken(token)) return sessions.find(token)
    const user = await read(token)
    return user && userOf(database, user)
  },
})

/** The server's own sessions only, unless the configuration names a Firebase project. */
export const withFirebase = (sessions: Sessions, database: Database, config: Config): Sessions => {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: emulator } = config
  return projectId
    ? withFirebaseTokens(sessions, database, firebaseTokens({ projectId, emulator }))
    : sessions
}
