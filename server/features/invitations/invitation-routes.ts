import { z } from 'zod'
import { ApiError, invalidFields } from '~/model/errors'
import type { Guest } from '~/model/record-of'
import { refIn, refOf, uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { acceptedBy, provedAddress } from '~/server/features/one-time-links/proved-addresses'
import {
  type App,
  describe,
  done,
  link,
  listOf,
  pathPart,
  uidParams,
} from '~/server/platform/http/route-schemas'
import { actorOf, notFound } from '~/server/records/access'
import { applyChanges, reload } from '~/server/records/apply'
import { removeForGood } from '~/server/records/change'
import type { Context, Services } from '~/server/records/context'
import { writeEvent } from '~/server/records/history'
import { EXAMPLE_UID } from '~/server/records/kinds'
import { findRow, listRows } from '~/server/records/list'
import { inTransaction } from '~/server/records/transaction'
import { putInTrash } from '~/server/records/trash'

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

/**
 * Removes an invitation that its recipient does not want. Like before an acceptance, the host does not learn who owns the
 * address (decision 31): the removal has no author and no origin.
 */
const decline = async (context: Context, guest: Guest) => {
  if (guest.status !== 'pending')
    throw new ApiError('state', 'The invitation was accepted already', {
      params: { from: String(guest.status), to: 'declined' },
    })
  const unnamed = { ...context, actor: { ...context.actor, uid: '' }, address: '', agent: '' }
  await putInTrash(unnamed, guests, guest)
  await removeForGood(unnamed, guests, guest)
  await writeEvent(unnamed, guests, 'delete', guest, { label: guest['guest.email'] })
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

  const refusal = describe('Declines a pending invitation', { params: uidParams, response: { 200: done } })
  app.delete('/me/invitations/:uid', { ...session, schema: refusal }, async request => {
    await inTransaction(services, request, async context =>
      decline(context, await findMine(context, request.params.uid)),
    )
    return {}
  })
}
