import type { FastifyInstance } from 'fastify'
import { invalidFields } from '~/model/errors'
import { asObject } from '~/model/objects'
import type { Guest } from '~/model/record-types'
import { refIn, uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { findRow, listRows } from '~/server/records/reading/listing'
import { actorOf, onlyMine } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import type { Services } from '~/server/records/services'
import { notFound } from '~/server/records/writing/load-for-update'
import { applyChanges } from '~/server/records/writing/update-record'

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
export const addInvitationRoutes = (app: FastifyInstance, services: Services) => {
  const session = { config: { access: 'session' as const } }
  app.get('/me/invitations', session, async request => {
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

  app.patch<{ Params: { uid: string } }>('/me/invitations/:uid', session, async request => {
    const { uid } = request.params
    const { company } = asObject(request.body)
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
