import pg from 'pg'
import { companyCount } from './list-data'

export const rowCount = 1_000_000
export const userCount = 5000

export const userUid = (n: number) => `benchuser${String(n % userCount).padStart(11, '0')}`
export const objectRef = (n: number) => `medias/benchmedia${String(n % 100_000).padStart(10, '0')}`

/** Inserts companies and users. */
export const people = [
  `insert into companies (uid, name)
   select 'benchcompany' || lpad(n::text, 8, '0'), 'Company ' || n from generate_series(0, ${companyCount} - 1) n`,
  `insert into users (uid, firstname, lastname, email, role, lang, company_uid, status, is_active, keywords)
   select 'benchuser' || lpad(n::text, 11, '0'), 'First ' || n, 'Last ' || n, 'bench' || n || '@bench.example', 'viewer',
     'en', 'benchcompany' || lpad((n % ${companyCount})::text, 8, '0'), 'active', true, '{}'
   from generate_series(0, ${userCount} - 1) n`,
]

/** Inserts 200 sessions per user in a shuffled order; one in 500 is open. */
const sessions = `insert into sessions (uid, user_uid, company_uid, created_at, updated_at, ended_at, duration, agent_name, agent_platform, country)
  select 'benchsession' || lpad(m::text, 8, '0'), 'benchuser' || lpad((m % ${userCount})::text, 11, '0'),
    'benchcompany' || lpad((m % ${companyCount})::text, 8, '0'), made, made,
    case when m % 500 = 0 then null else made + interval '20 minutes' end, case when m % 500 = 0 then null else m % 7200 end,
    (array['Chrome', 'Firefox', 'Edge', 'Unity'])[1 + m % 4], (array['Windows', 'Android', 'macOS'])[1 + m % 3], 'France'
  from (select m, now() - (m * 7919::bigint % ${rowCount}) * interval '1 minute' as made from generate_series(0, ${rowCount} - 1) m) x`

/** Inserts ten events per record, by users of its company. */
const events = `insert into events (uid, event, type, object, user_uid, company_uid, args, created_at, updated_at)
  select 'benchevent' || lpad(m::text, 10, '0'), (array['create', 'update', 'download'])[1 + m % 3], 'medias',
    'medias/benchmedia' || lpad((m % 100000)::text, 10, '0'), 'benchuser' || lpad((m % ${userCount})::text, 11, '0'),
    'benchcompany' || lpad((m % ${companyCount})::text, 8, '0'), '{"changes": {"name": ["Before", "After"]}}', made, made
  from (select m, now() - (m * 7919::bigint % ${rowCount}) * interval '1 minute' as made from generate_series(0, ${rowCount} - 1) m) x`

/** Fills the tables with rows as the server stores them, many per statement. */
export const insertHistories = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const statement of [...people, sessions, events, 'vacuum analyze']) await client.query(statement)
  await client.end()
}
