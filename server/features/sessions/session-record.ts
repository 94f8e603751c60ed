import { sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'
import { sessions } from '~/model/resources/sessions'
import type { Database } from '~/server/platform/database/database'
import { insertRow } from '~/server/records/writing/rows'

type Known = readonly [name: string, sign: RegExp]

/** The first match wins: most browsers also name those they descend from. */
const browsers: readonly Known[] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrom(e|ium)\//],
  ['Safari', /Safari\//],
  ['Unity', /Unity/],
]
const platforms: readonly Known[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
]

const nameIn = (known: readonly Known[], agent: string) =>
  known.find(([, sign]) => sign.test(agent))?.[0] ?? null

/** Creates the session record that staff see; its uid is that of the token's row. */
export const recordSession = async (tx: Database, uid: string, user: string, agent = '') => {
  const [row] = await tx.query<{ company: string | null }>(
    sql`select company_uid as company from users where uid = ${user}`,
  )
  const now = new Date()
  await insertRow(tx, sessions, {
    uid,
    createdAt: now,
    updatedAt: now,
    user: { ref: refOf('users', user) },
    company: row?.company ? { ref: refOf('companies', row.company) } : null,
    'agent.name': nameIn(browsers, agent),
    'agent.platform': nameIn(platforms, agent),
  })
}
