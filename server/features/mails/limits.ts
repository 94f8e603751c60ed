import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import type { TemplateAction } from '~/model/mail/mail-templates'
import { databaseTime } from '~/server/platform/database/clock'
import type { Context } from '~/server/records/context'

type Limited = Pick<Context, 'services' | 'tx'>

/** E-mails that strangers can cause, such as password resets: they do not count against the company's limit. */
const byAnybody: readonly TemplateAction[] = ['passwordReset', 'securityAlert']

const MINUTE = 60
const MINUTE_MILLISECONDS = 60_000

/**
 * Rejects e-mails beyond a company's hourly limit. A row lock serializes requests for one company, so that
 * the limit holds under concurrency.
 * @param company its uid
 * @throws ApiError 429 too_many_mails
 */
export const limitMails = async ({ services, tx }: Limited, company: string | undefined, count = 1) => {
  if (!company) return
  await tx.query(sql`select 1 from companies where uid = ${company} for no key update`)
  const limit = services.config.MAILS_PER_HOUR
  // The e-mail that must be an hour old before the limit allows `count` more. Those of the future were written before
  // the clock was set back: counted, they would block for longer than an hour.
  const [row] = await tx.query<{ wait: string }>(sql`
    select ceil(extract(epoch from created_at + interval '1 hour' - now())) as wait from mails
    where company_uid = ${company} and action <> all(${sql.param(byAnybody)})
      and created_at > now() - interval '1 hour' and created_at <= now() + interval '5 seconds'
    order by created_at desc offset ${Math.max(0, limit - count)} limit 1`)
  if (!row && count <= limit) return
  const retryAfter = Math.max(1, Number(row?.wait ?? 60 * MINUTE))
  throw new ApiError('too_many_mails', `The company may send ${limit} e-mails an hour`, {
    retryAfter,
    params: { limit, minutes: Math.ceil(retryAfter / MINUTE) },
  })
}

type Resend = {
  readonly action: TemplateAction
  readonly email: string
  /** ISO time at which the invitation was created: its first e-mail is not a resend. */
  readonly since: string
}

/** Rejects a resend of an invitation to an address within a minute. @throws ApiError 429 resent_already */
export const limitResends = async ({ tx }: Limited, { action, email, since }: Resend) => {
  const first = databaseTime().getTime() - Date.parse(since) < MINUTE_MILLISECONDS ? 1 : 0
  const [row] = await tx.query<{ wait: string }>(sql`
    select ceil(extract(epoch from created_at + interval '1 minute' - now())) as wait from mails
    where email = ${email} and action = ${action} and created_at > now() - interval '1 minute'
      and created_at <= now() + interval '5 seconds'
    order by created_at desc offset ${first} limit 1`)
  if (!row) return
  const retryAfter = Math.max(1, Number(row.wait))
  throw new ApiError('resent_already', 'This invitation was sent less than a minute ago', {
    retryAfter,
    params: { seconds: retryAfter },
  })
}
