import { randomBytes } from 'node:crypto'
import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import type { User } from '~/model/record-types'
import { refOf } from '~/model/refs'
import { users } from '~/model/resources/users'
import { viewings } from '~/model/resources/viewings'
import { mayViewAs, viewMinutes } from '~/model/view-as'
import { hashToken, newUid } from '~/server/platform/crypto/tokens'
import type { Context } from '~/server/records/hooks'
import { isStoredSession } from '~/server/records/principal'
import { writeEvent } from '~/server/records/writing/history'
import { reload } from '~/server/records/writing/load-for-update'
import { insertRow } from '~/server/records/writing/rows'
import { viewToken } from './view-sessions'

/** Lets the actor see the panel as a user. The answer holds the token, this once. */
export const viewAs = async (context: Context, person: User) => {
  const { tx, actor, session, now, shownOnce } = context
  if (!mayViewAs(actor, person)) throw new ApiError('forbidden_role', 'That user does not rank below yours')
  // A view ends with the session that opened it, which this server must know.
  if (!isStoredSession(session)) throw new ApiError('forbidden', 'Only a session of this server opens a view')
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
