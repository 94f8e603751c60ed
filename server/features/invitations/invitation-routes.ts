import { z } from 'zod'
import { invalidFields } from '~/model/errors'
import type { Guest } from '~/model/record-of'
import { refIn, refOf, uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { acceptedBy, provedAddress } from '~/server/features/one-time-links/proved-addresses'
import { type App, describe, link, listOf, pathPart, uidParams } from '~/server/platform/http/route-schemas'
import { actorOf, notFound } from '~/server/records/access'
import { applyChanges, reload } from '~/server/records/apply'
import type { Context, Services } from '~/server/records/context'
import { EXAMPLE_UID } from '~/server/records/kinds'
import { findRow, listRows } from '~/server/records/list'
import { inTransaction } from '~/server/records/transaction'

const invitation = z.object({
  uid: z.string(),
  createdBy: link.nullable(),
  hostCompany: link,
  group: link.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.string().nullable(),
})

const invitationOf = ({ uid, createdBy, company, group, createdAt, updatedAt, status }: Guest) => ({
  uid,
  createdBy,
  hostCompany: company,
  group,
  createdAt,
  updatedAt,
  status,
})

/** An invitation of the actor: accepted by them, or sent to the address that they have proved. @throws ApiError 404 */
const findMine = async ({ tx, actor }: Context, uid: string) => {
  const guest = await findRow(tx, guests, uid, 'all', true)
  const isMine =
    guest?.user?.ref === refOf('users', actor.uid) ||
    (guest?.status === 'pending' && guest['guest.email'] === (await provedAddress(tx, actor.uid)))
  if (!guest || !isMine) throw notFound(guests)
  return guest
}

/** Maximum number of invitations returned. */
const MOST = 100

/** Routes for guests: the groups that they are invited to. */
export const addInvitationRoutes = (app: App, services: Services) => {
  const session = { config: { access: 'session' as const } }
  const list = describe('Pending invitations to groups', { response: { 200: listOf(invitation) } })
  app.get('/me/invitations', { config: { ...session.config, views: true }, schema: list }, async request => {
    const email = await provedAddress(services.database, actorOf(request).uid)
    if (email === undefined) return { results: [], meta: { count: 0 } }
    const { records, count } = await listRows(
      services.database,
      guests,
      {
        offset: 0,
        batch: MOST,
        sort: { field: 'createdAt', on: 'value', order: 'desc' },
        where: [
          { field: 'status', on: 'value', op: 'eq', value: 'pending' },
          { field: 'guest.email', on: 'value', op: 'eq', value: email },
        ],
      },
      'all',
    )
    return { results: records.map(invitationOf), meta: { count } }
  })

  const acceptance = describe('Accepts an invitation; `company` is the host', {
    params: uidParams,
    body: z.object({
      company: z
        .union([pathPart, z.object({ ref: pathPart })])
        .nullish()
        .meta({ example: { ref: refOf('companies', EXAMPLE_UID) } }),
    }),
    response: { 200: invitation },
  })
  app.patch('/me/invitations/:uid', { ...session, schema: acceptance }, async request => {
    const { uid } = request.params
    const { company } = request.body
    const record = await inTransaction(services, request, async context => {
      const before = await findMine(context, uid)
      const host = typeof company === 'string' ? company : refIn(company)
      if (!host) throw invalidFields({ company: 'required' })
      if (uidOf(host) !== uidOf(before.company.ref)) throw invalidFields({ company: 'invalid' })
      if (before.status === 'accepted') return before
      const user = await reload(context, users, context.actor.uid)
      const changes = { status: 'accepted' as const, acceptedAt: context.now, ...acceptedBy(user) }
      return applyChanges(context, guests, before, changes)
    })
    return invitationOf(record)
  })
}
