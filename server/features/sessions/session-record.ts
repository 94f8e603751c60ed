import { sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'
import { sessions } from '~/model/resources/sessions'
import { databaseTime } from '~/server/platform/database/clock'
import type { Database } from '~/server/platform/database/database'
import { readUserAgent } from '~/server/platform/http/user-agents'
import type { RowOf } from '~/server/records/tables/row-of'
import { insertRow } from '~/server/records/writing/rows'

/** Creates the session record that staff see; its uid is that of the token's row. */
export const recordSession = async (tx: Database, uid: string, user: string, agent = '') => {
  const [row] = await tx.query<RowOf<'users', never, { company: 'company_uid' }>>(
    sql`select company_uid as company from users where uid = ${user}`,
  )
  const now = databaseTime()
  const { name, platform } = readUserAgent(agent)
  await insertRow(tx, sessions, {
    uid,
    createdAt: now,
    updatedAt: now,
    user: { ref: refOf('users', user) },
    company: row?.company ? { ref: refOf('companies', row.company) } : null,
    'agent.name': name,
    'agent.platform': platform,
  })
}
