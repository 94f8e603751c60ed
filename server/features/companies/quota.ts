import { type SQL, sql } from 'drizzle-orm'
import { ApiError, type FieldCode } from '~/model/errors'
import { type NotifyingContext, notify } from '~/server/features/notifications/notify'
import { announce, wake } from '~/server/features/webhooks/announce'
import type { Database } from '~/server/platform/database/database'
import type { ColumnsOf, RowOf } from '~/server/records/tables'

type Counter = keyof ColumnsOf<'companies'> & `${'users' | 'seconds'}_${string}`

type Bought = { readonly bought: Counter; readonly used: Counter }

/** The purchased amount and the usage counter of each quota. */
const quotas = {
  users: { bought: 'users_purchased', used: 'users_total' },
  maxActive: { bought: 'users_max_active', used: 'users_active' },
  minutes: { bought: 'seconds_purchased', used: 'seconds_used' },
} as const satisfies Record<string, Bought>

export type Quota = keyof typeof quotas

const SECONDS = 60

/** Converts to the quota's unit: seats, or minutes. */
const inUnit = (quota: Quota, value: number) => (quota === 'minutes' ? Math.floor(value / SECONDS) : value)

/** Amounts in seats or seconds. */
type Usage = { readonly name: string; readonly bought: number; readonly used: number }

const read = async (tx: Database, company: string, quota: Quota): Promise<Usage> => {
  const { bought, used } = quotas[quota]
  const [row] = await tx.query<
    RowOf<'companies', 'name', { bought: Bought['bought']; used: Bought['used'] }>
  >(
    sql`select name, ${sql.identifier(bought)} as bought, ${sql.identifier(used)} as used from companies where uid = ${company}`,
  )
  return { name: row?.name ?? '', bought: Number(row?.bought ?? 0), used: Number(row?.used ?? 0) }
}

const short = async (tx: Database, company: string, quota: Quota, field: string | undefined) => {
  const { bought, used } = await read(tx, company, quota)
  const left = inUnit(quota, Math.max(0, bought - used))
  const fields: Record<string, FieldCode> | undefined = field === undefined ? undefined : { [field]: 'quota' }
  return new ApiError('quota', `Not enough ${quota}: ${left} left of ${inUnit(quota, bought)}`, {
    params: { quota, left, total: inUnit(quota, bought), used: inUnit(quota, used) },
    ...(fields && { fields }),
  })
}

/** A single statement, so that the row lock serializes concurrent changes. */
const move = async (tx: Database, company: string, changes: SQL, holds: SQL) =>
  (await tx.run(sql`update companies set ${changes} where uid = ${company} and ${holds}`)) > 0

/** Share of the minutes from which on they are low. */
const LOW = 0.8

/** Computes the percentage from seconds: whole minutes would make it too low. */
const notifyLow = (context: NotifyingContext, company: string, { name, used, bought }: Usage) =>
  notify(context, {
    kind: 'quotaLow',
    to: { administratorsOf: company },
    path: '/mycompany',
    values: () => ({
      company: name,
      left: String(inUnit('minutes', bought - used)),
      total: String(inUnit('minutes', bought)),
      percent: String(Math.floor((100 * used) / bought)),
    }),
  })

/** Notifies administrators and webhooks once when the minutes become low. @param amount seconds that were just used */
const announceLow = async (context: NotifyingContext, company: string, amount: number) => {
  const usage = await read(context.tx, company, 'minutes')
  const { bought, used } = usage
  const limit = bought * LOW
  if (used < limit || used - amount >= limit) return
  await notifyLow(context, company, usage)
  const data = { quota: 'minutes', used: inUnit('minutes', used), total: inUnit('minutes', bought) }
  await wake(context, await announce(context.tx, { type: 'quota.low', company, data }))
}

/**
 * Adds to a company's usage of a quota; `amount` in seats or seconds, negative to give back.
 * @param field the form field that shows the error
 * @throws ApiError 409 `quota`, naming what is left
 */
export const spend = async (
  context: NotifyingContext,
  company: string,
  quota: Quota,
  amount: number,
  field?: string,
) => {
  if (amount === 0) return
  const { tx } = context
  const [used, bought] = [sql.identifier(quotas[quota].used), sql.identifier(quotas[quota].bought)]
  const holds = amount > 0 ? sql`${used} + ${amount} <= ${bought}` : sql`true`
  if (!(await move(tx, company, sql`${used} = greatest(0, ${used} + ${amount})`, holds)))
    throw await short(tx, company, quota, field)
  if (quota === 'minutes' && amount > 0) await announceLow(context, company, amount)
}

/**
 * Adds a purchase to a quota; `quantity` in seats or minutes, negative to take back.
 * @throws ApiError 409 `quota` if the new total would be less than is used
 */
export const purchase = async (tx: Database, company: string, quota: Quota, quantity: number) => {
  const [used, bought] = [sql.identifier(quotas[quota].used), sql.identifier(quotas[quota].bought)]
  const amount = quota === 'minutes' ? quantity * SECONDS : quantity
  const holds = amount < 0 ? sql`${bought} + ${amount} >= ${used}` : sql`true`
  if (!(await move(tx, company, sql`${bought} = ${bought} + ${amount}`, holds)))
    throw await short(tx, company, quota, 'quantity')
}

export const isQuota = (type: unknown): type is Quota => Object.hasOwn(quotas, String(type))
