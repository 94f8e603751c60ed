import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPassword } from '~/server/features/auth/passwords'
import { migratedDatabase } from '../support/database/server-database'

/** Hash of 'Zoë’s pass①' with the parameters of version 0.1.0, which the hash does not contain. */
const former =
  '6fa1cfa8787f0e37b7821ecd5c99af2e:cb29b9c83dafda2db24d3551f528f8541f508d89c1d7b37f218d571f38939efad8d772b9919bcd8e0567741bd1de2f0e8d6a2ed3bca94aea0cb46f0c754dec50'
const password = 'Zoe\u0308’s pass1'

let opened: Awaited<ReturnType<typeof migratedDatabase>>
beforeAll(async () => {
  opened = await migratedDatabase()
  await opened.database.run(
    sql`insert into auth_user (id, name, email) values ('zoe', 'Zoë', 'zoe@b.example')`,
  )
  await opened.database.run(sql`insert into auth_account (id, "userId", "accountId", "providerId", password)
    values ('zoe', 'zoe', 'zoe', 'credential', ${former})`)
})
afterAll(() => opened.close())

const stored = async () => {
  const [row] = await opened.database.query<{ password: string }>(sql`select password from auth_account`)
  return row?.password
}

it('renews an outdated password hash only after the password is verified', async () => {
  expect(await checkPassword(opened.database, 'zoe', 'wrong')).toBe(false)
  expect(await stored()).toBe(former)
  expect(await checkPassword(opened.database, 'zoe', password)).toBe(true)
  const renewed = await stored()
  expect(renewed).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect(await checkPassword(opened.database, 'zoe', password)).toBe(true)
  expect(await checkPassword(opened.database, 'zoe', 'wrong')).toBe(false)
  expect(await checkPassword(opened.database, undefined, password)).toBe(false)
  expect(await stored()).toBe(renewed)
})
