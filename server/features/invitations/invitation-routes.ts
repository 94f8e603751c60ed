import { z } from 'zod'
import { invalidFields } from '~/model/errors'
import type { Guest } from '~/model/record-types'
import { refIn, refOf, uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { type App, describe, link, listOf, pathPart, uidParams } from '~/server/platform/http/route-schemas'
import { findRow, listRows } from '~/server/records/reading/listing'
import { actorOf, onlyMine } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import { EXAMPLE_UID } from '~/server/records/schemas/field-examples'
import type { Services } from '~/server/records/services'
import { notFound } from '~/server/records/writing/load-for-update'
import { applyChanges } from '~/server/records/writing/update-record'

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

/** Maximum number of invitations returned. */
const MOST = 100

/** Routes for guests: the groups that they are invited to. */
export const addInvitationRoutes = (app: App, services: Services) => {
  const session = { config: { access: 'session' as const } }
  const list = describe('Pending invitations to groups', { response: { 200: listOf(invitation) } })
  app.get('/me/invitations', { config: { ...session.config, views: true }, schema: list }, async request => {
    const { records, count } = await listRows(
      services.database,
      guests,
      {
        offset: 0,
        batch: MOST,
        sort: { field: 'createdAt', on: 'value', order: 'desc' },
        where: [{ field: 'status', on: 'value', op: 'eq', value: 'pending' }],
      },
      onlyMine(actorOf(request)),
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
      const before = await findRow(context.tx, guests, uid, onlyMine(context.actor), true)
      if (!before) throw notFound(guests)
      const host = typeof company === 'string' ? company : refIn(company)
      if (!host) throw invalidFields({ company: 'required' })
      if (uidOf(host) !== uidOf(before.company.ref)) throw invalidFields({ company: 'invalid' })
      if (before.status === 'accepted') return before
      return applyChanges(context, guests, before, {
        status: 'accepted',
        acceptedAt: context.now,
      })
    })
    return invitationOf(record)
  })
}
