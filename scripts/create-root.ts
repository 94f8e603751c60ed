import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import { hashPassword, setPassword } from '~/server/features/auth/passwords'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'
import type { RowOf } from '~/server/records/tables/row-of'
import { insertRow } from '~/server/records/writing/rows'

const usage = 'Usage: npm run create-root -- <e-mail> [company name]'

const companyNamed = async (tx: Database, name: string) => {
  const [found] = await tx.query<RowOf<'companies', 'uid'>>(
    sql`select uid from companies where name = ${name} limit 1`,
  )
  if (found) return found.uid
  const uid = newUid()
  const now = new Date()
  await insertRow(tx, companies, { uid, name, createdAt: now, updatedAt: now })
  return uid
}

const createRoot = async (tx: Database, email: string, companyName: string, hashed: string) => {
  const [taken] = await tx.query(
    sql`select 1 from users where lower(email) = ${email} and status <> 'deleted'`,
  )
  if (taken) throw new Error(`There is a user with the address ${email} already.`)
  const uid = newUid()
  const now = new Date()
  const company = await companyNamed(tx, companyName)
  const names = { firstname: 'Root', lastname: email.split('@')[0] }
  await insertRow(tx, users, {
    ...{ uid, email, ...names, createdAt: now, updatedAt: now },
    ...{ company: { ref: refOf('companies', company) }, isActive: true },
    status: 'active',
    role: 'root',
    lang: 'en',
  })
  await tx.run(sql`update companies set users_total = users_total + 1, users_active = users_active + 1
    where uid = ${company}`)
  await setPassword(tx, { uid, email, name: 'Root' }, hashed)
}

/** `npm run create-root`: the first user of a platform without demo data. Run it while the embedded database is closed. */
const main = async () => {
  const email = process.argv[2]?.trim().toLowerCase()
  if (!email || !/^\S+@\S+\.\S+$/.test(email)) throw new Error(usage)
  const connection = await connectToFit(readConfig(process.env, ''))
  try {
    await migrate(connection)
    const password = randomBytes(12).toString('base64url')
    const hashed = await hashPassword(password)
    await connection.database.transaction(tx => createRoot(tx, email, process.argv[3] ?? 'Provider', hashed))
    console.log(
      `${email} can sign in with the password ${password}\nChange it under the profile; it is not shown again.`,
    )
  } finally {
    await connection.close()
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
