import { type SQL, sql } from 'drizzle-orm'
import type { Fields } from '~/model/define'
import type { Language } from '~/model/languages'
import { kindOf, type NotificationKind, type NotificationWay } from '~/model/notification-kinds'
import { users } from '~/model/resources/users'
import type { Database } from '~/server/platform/database/database'
import { columnOf } from '~/server/records/tables/columns'
import type { ColumnsOf, RowOf } from '~/server/records/tables/row-of'

/** The recipients: one user, or the administrators of a company, but for one of them. Uids. */
export type Audience =
  | { readonly user: string }
  | { readonly administratorsOf: string; readonly except?: string }

export type Recipient = RowOf<'users', 'uid' | 'email' | 'firstname' | 'lastname' | 'company_uid'> & {
  readonly lang: Language
  readonly company: ColumnsOf<'companies'>['name']
  readonly way: NotificationWay
}

const audienceWhere = (audience: Audience): SQL =>
  'user' in audience
    ? sql`u.uid = ${audience.user}`
    : sql`u.company_uid = ${audience.administratorsOf} and u.role = 'admin' and u.uid <> ${audience.except ?? ''}`

const fields: Fields = users.fields

/** The way that each user chose; none for those whose notifications root switched off. */
const wayOf = (kind: NotificationKind): SQL => {
  if (kindOf(kind).always) return sql`'panel'`
  const key = `notify.${kind}`
  const field = fields[key]
  const chosen = sql`u.${sql.identifier(columnOf(key, field))}`
  return sql`case when u.notifications then coalesce(${chosen}, ${field?.default ?? 'none'}) else 'none' end`
}

/** The active users of an audience who want to be told of this. */
export const recipientsOf = async (tx: Database, kind: NotificationKind, audience: Audience) => {
  const found = await tx.query<Recipient>(sql`select u.uid, u.email, u.firstname, u.lastname,
      coalesce(u.lang, 'en') as lang, c.name as company, u.company_uid, ${wayOf(kind)} as way
    from users u left join companies c on c.uid = u.company_uid
    where u.status = 'active' and ${audienceWhere(audience)}`)
  return found.filter(({ way }) => way !== 'none')
}
