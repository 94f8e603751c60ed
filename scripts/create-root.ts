import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import { hashPassword, setPassword } from '~/server/features/auth/passwords'
import { passwordChanged, sealPassword } from '~/server/features/firebase/account-outbox'
import { readConfig } from '~/server/platform/config/config'
import { createEncryption, keysOf } from '~/server/platform/crypto/secret-keys'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { migrate } from '~/server/platform/database/migrations'
import { connectToFit } from '~/server/platform/database/wait-for-database'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

const usage = 'Usage: npm run create-root -- <e-mail> [company name]'

type Provider = RowOf<'companies', 'uid' | 'name'>

/**
 * The provider's company, which has all root accounts. The first root account makes one.
 * @param name of a new one; a customer's company never becomes the provider's
 */
const providerCompany = async (tx: Database, name: string | undefined) => {
  const [provider] = await tx.query<Provider>(sql`select uid, name from companies where is_provider`)
  if (provider && name !== undefined && provider.name !== name)
    throw new Error(`Root accounts belong to the provider's company, which is ${provider.name}.`)
  if (provider) return provider.uid
  const uid = newUid()
  const now = new Date()
  const row = { uid, name: name ?? 'Provider', isProvider: true, createdAt: now, updatedAt: now }
  await insertRow(tx, companies, row)
  return uid
}

type Password = {
  readonly hashed: string
  /** Sealed for Firebase, where its accounts follow the database. */
  readonly sealed: string | undefined
}

const createRoot = async (
  tx: Database,
  email: string,
  companyName: string | undefined,
  { hashed, sealed }: Password,
) => {
  const [taken] = await tx.query(
    sql`select 1 from users where lower(email) = ${email} and status <> 'deleted'`,
  )
  if (taken) throw new Error(`There is a user with the address ${email} already.`)
  const uid = newUid()
  const now = new Date()
  const company = await providerCompany(tx, companyName)
  const names = { firstname: 'Root', lastname: email.split('@')[0] }
  await insertRow(tx, users, {
    ...{ uid, email, ...names, createdAt: now, updatedAt: now },
    ...{ company: { ref: refOf('companies', company) }, isActive: true, emailProved: true },
    status: 'active',
    role: 'root',
    lang: 'en',
  })
  await tx.run(sql`update companies set users_total = users_total + 1, users_active = users_active + 1
    where uid = ${company}`)
  await setPassword(tx, { uid, email, name: 'Root' }, hashed)
  await passwordChanged({ tx }, uid, sealed)
}

/** `npm run create-root`: the first user of a platform without demo data. Run it while the embedded database is closed. */
const main = async () => {
  const email = process.argv[2]?.trim().toLowerCase()
  if (!email || !/^\S+@\S+\.\S+$/.test(email)) throw new Error(usage)
  const config = readConfig(process.env, '')
  const connection = await connectToFit(config)
  try {
    await migrate(connection)
    const password = randomBytes(12).toString('base64url')
    const hashed = await hashPassword(password)
    const sealed = sealPassword({ config, encryption: createEncryption(keysOf(config)) }, password)
    await connection.database.transaction(tx => createRoot(tx, email, process.argv[3], { hashed, sealed }))
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
