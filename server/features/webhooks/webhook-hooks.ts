import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { invalidFields } from '~/model/errors'
import { uidOf } from '~/model/refs'
import type { webhooks } from '~/model/resources/webhooks'
import { addressChecks, InternalAddress } from '~/server/platform/http/outside-requests'
import { createRateLimits } from '~/server/platform/http/rate-limits'
import type { Context, Hooks } from '~/server/records/context'
import { restoreFull } from '~/server/records/trash'
import { enqueueDelivery, wake } from './announce'
import { sealPurpose } from './deliver-webhooks'

const MOST = 20

const networksOf = ({ services }: Context) => services.config.WEBHOOK_NETWORKS

/** Refuses internal addresses. Names are checked again on each resolution. @param networks internal ones that may be reached */
export const checkUrl = (networks: readonly string[], url: string) => {
  const target = URL.parse(url)
  const protocols = networks.length > 0 ? ['https:', 'http:'] : ['https:']
  if (!target || !protocols.includes(target.protocol) || target.username || target.password)
    throw invalidFields({ url: 'not_https' })
  try {
    addressChecks(networks, target.protocol === 'https:').checkHost(target.hostname)
  } catch (error) {
    throw invalidFields({ url: error instanceof InternalAddress ? 'internal_address' : 'not_https' })
  }
}

const hasRoom = async ({ tx }: Context, company: string) => {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${company}`}))`)
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from webhooks where company_uid = ${company}`,
  )
  return (row?.count ?? 0) < MOST
}

export const webhookHooks: Hooks<typeof webhooks> = {
  beforeCreate: async (context, values) => {
    checkUrl(networksOf(context), String(values.url))
    if (!(await hasRoom(context, uidOf(values.company?.ref ?? '')))) throw invalidFields({ name: 'too_many' })
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    values.sealedSecret = context.services.encryption.seal(sealPurpose, secret)
    context.shownOnce.secret = secret
  },

  beforeUpdate: (context, _before, changes) => {
    if (changes.url) checkUrl(networksOf(context), changes.url)
  },

  // The address rules may have changed since the deletion, and other webhooks may have reached the maximum.
  beforeReturn: async (context, webhook) => {
    checkUrl(networksOf(context), webhook.url)
    if (!(await hasRoom(context, uidOf(webhook.company?.ref ?? '')))) throw restoreFull(webhook.name, MOST)
  },

  actions: {
    test: async (context, { uid, company, name }) => {
      // Counts within the transaction: the embedded database has one connection.
      await createRateLimits(context.tx).count([['webhookTests', uid]], 'Too many tests of a webhook')
      const test = { type: 'test', company: uidOf(company.ref), data: { webhook: name } } as const
      await wake(context, [await enqueueDelivery(context.tx, uid, test)])
    },
  },

  present: record => ({ ...record, secret: null }),
}
