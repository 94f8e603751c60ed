import { type SQL, sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { registry } from '~/model/registry'
import type { Database } from '~/server/platform/database/database'
import type { Services } from '~/server/records/context'

/** The present UTC day, by the database's clock. */
const today = sql`(now() at time zone 'UTC')::date`
const yesterday = sql`${today} - 1`

/** The sessions that began on a UTC day, by company. */
const sessionsOn = (day: SQL) => sql`select company_uid, count(*) as begun from sessions
  where created_at >= (${day})::timestamp at time zone 'UTC' and created_at < (${day} + 1)::timestamp at time zone 'UTC'
    and company_uid is not null group by company_uid`

const counted = [
  'users_total',
  'users_purchased',
  'users_active',
  'users_max_active',
  'seconds_used',
  'seconds_purchased',
] as const

const names = sql.raw(counted.join(', '))
const ofCompany = sql.raw(counted.map(name => `coalesce(c.${name}, 0)`).join(', '))
const renewed = sql.raw([...counted, 'sessions'].map(name => `${name} = excluded.${name}`).join(', '))

/** Writes one row for each company and day. Idempotent, also on several servers. */
const recordToday = (database: Database) =>
  database.run(sql`insert into usage_days (day, company_uid, ${names}, sessions)
    select ${today}, c.uid, ${ofCompany}, coalesce(s.begun, 0)
    from companies c left join (${sessionsOn(today)}) s on s.company_uid = c.uid
    on conflict (company_uid, day) do update set ${renewed}`)

/** Sessions that began after the last record of yesterday. */
const completeYesterday = (database: Database) =>
  database.run(sql`update usage_days u set sessions = s.begun from (${sessionsOn(yesterday)}) s
    where u.day = ${yesterday} and u.company_uid = s.company_uid and u.sessions <> s.begun`)

const hasFiles = ({ company, fields }: Resource) =>
  company === 'company' && Object.values(fields).some(({ kind }) => kind === 'file' || kind === 'picture')

const filesOf = ({ name }: Resource) => sql`select r.company_uid, f.size from files f
  join ${sql.identifier(name)} r on f.owner = ${`${name}/`} || r.uid`

/** Reads all files' rows: once a day. */
const measureStorage = async (database: Database) => {
  const [known] = await database.query(
    sql`select 1 from usage_days where day = ${today} and bytes is not null limit 1`,
  )
  if (known) return
  const files = Object.values<Resource>(registry).filter(hasFiles).map(filesOf)
  await database.run(sql`update usage_days u set bytes = coalesce(held.bytes, 0)
    from companies c left join (
      select company_uid, sum(size) as bytes from (${sql.join(files, sql` union all `)}) each group by company_uid
    ) held on held.company_uid = c.uid
    where u.company_uid = c.uid and u.day = ${today}`)
}

/** Records the companies' current usage and purchases. The last record of a day stays. */
export const recordUsage = async ({ database }: Pick<Services, 'database'>) => {
  await recordToday(database)
  await completeYesterday(database)
  await measureStorage(database)
}
