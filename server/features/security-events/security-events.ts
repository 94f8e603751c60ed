import { formatInTimeZone } from 'date-fns-tz'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { ApiError } from '~/model/errors'
import type { User } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { type SecurityEventKind, securityEvents } from '~/model/resources/security-events'
import { enqueueMail } from '~/server/features/mails/enqueue-mail'
import { notify } from '~/server/features/notifications/notify'
import { panelAddress } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import { changeOf } from '~/server/platform/realtime/changes'
import { type Context, isStoredSession, type Services } from '~/server/records/context'
import { securityEventLabel } from '~/server/records/kinds'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

/** Dates are shown in Paris time, in e-mails too (specification §2). */
const ZONE = 'Europe/Paris'

/** Uids. `user`: the affected user; `by`: the actor, absent without a session. */
type SecurityEvent = {
  readonly event: SecurityEventKind
  readonly user?: string | undefined
  readonly by?: string | undefined
  readonly address: string
  readonly details?: Readonly<Record<string, unknown>>
}

type Place = Pick<Services, 'changes'> & { readonly afterCommit?: Context['afterCommit'] }

const linkTo = <N extends 'users' | 'companies'>(resource: N, uid: string | null | undefined) =>
  uid ? { ref: refOf(resource, uid) } : null

/** Records a security event. A refusal is recorded outside the refused transaction. */
export const recordSecurityEvent = async (
  database: Database,
  { changes, afterCommit }: Place,
  { event, user, by, address, details = {} }: SecurityEvent,
) => {
  const [owner] = user
    ? await database.query<RowOf<'users', never, { company: 'company_uid' }>>(
        sql`select company_uid as company from users where uid = ${user}`,
      )
    : []
  const now = databaseTime()
  const row = {
    ...{ uid: newUid(), event, address: address.slice(0, 100), details, createdAt: now, updatedAt: now },
    user: linkTo('users', owner && user),
    by: linkTo('users', by),
    company: linkTo('companies', owner?.company),
  }
  await insertRow(database, securityEvents, row)
  await changes.publish(database, changeOf(securityEvents, row, 'create'), afterCommit)
}

/** Notifies a user of an account change by e-mail. @param to an address other than the user's current one */
const writeTo = (context: Context, user: User, { event, address }: SecurityEvent, to = user.email) => {
  const { lang, company } = user
  return enqueueMail(context, {
    action: 'securityAlert',
    to: { email: to, lang, user: user.uid, company: company ? uidOf(company.ref) : undefined },
    values: {
      ...{ firstname: user.firstname ?? '', lastname: user.lastname ?? '', company: company?.label ?? '' },
      event: securityEventLabel(event, lang),
      moment: formatInTimeZone(context.now, ZONE, 'dd/MM/yyyy HH:mm'),
      address: address || '–',
      link: `${panelAddress(context.services.config)}/user/record`,
    },
  })
}

/** Pending and deleted users are not notified. */
const isReachable = ({ status }: User) => status === 'active' || status === 'disabled'

/**
 * Records an account change and notifies its owner, in the transaction of the change.
 * @param mailboxes addresses to notify; default: the user's current one
 */
export const reportAccountChange = async (
  context: Context,
  user: User,
  event: SecurityEventKind,
  details: SecurityEvent['details'] = {},
  mailboxes: readonly string[] = [user.email],
) => {
  const { tx, services, actor, address, afterCommit } = context
  const entry = { event, user: user.uid, by: actor.uid || undefined, address, details }
  await recordSecurityEvent(tx, { changes: services.changes, afterCommit }, entry)
  if (!isReachable(user)) return
  await notify(context, {
    kind: 'accountChanged',
    to: { user: user.uid },
    path: '/user/record',
    // Sessions of Firebase are told apart by the second of their sign-in only.
    causedBy: isStoredSession(context.session) ? context.session : undefined,
    values: lang => ({ event: securityEventLabel(event, lang) }),
  })
  for (const mailbox of mailboxes) await writeTo(context, user, entry, mailbox)
}

/** Records a refusal as a security event; rate limited per user over ten minutes, against retry loops. */
export const recordRefusal =
  (services: Services) =>
  (request: FastifyRequest, { code }: ApiError) => {
    // Within a view as another user, the refusal is recorded for the viewer.
    const user = (request.principal?.view?.by ?? request.principal?.actor)?.uid
    if (!user) return
    const { database, changes, rateLimits, background } = services
    const action = `${request.method} ${request.routeOptions.url?.replace('/parse', '') ?? ''}`
    const address = request.ip
    background.beside(async () => {
      if (!(await rateLimits.allows(['refusals', user]))) return
      const details = { action, code }
      await recordSecurityEvent(database, { changes }, { event: 'refused', user, by: user, address, details })
    })
  }
