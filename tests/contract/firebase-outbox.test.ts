import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accountDone,
  accountFailed,
  claimAccounts,
  endAccess,
  queueAccountSync,
} from '~/server/features/firebase/account-outbox'
import type { Database } from '~/server/platform/database/database'
import { migratedDatabase } from '../support/database/server-database'

let opened: Awaited<ReturnType<typeof migratedDatabase>>
let database: Database
beforeAll(async () => {
  opened = await migratedDatabase()
  database = opened.database
})
afterAll(() => opened.close())
beforeEach(() => database.run(sql`delete from firebase_accounts`))

const claimed = async (most = 1) => (await claimAccounts(database, most)).map(({ uid }) => uid)

describe('the outbox of Firebase accounts', () => {
  it.each([
    ['an invitation', (user: string) => queueAccountSync(database, user, { onboardingKey: 'a key' })],
    ['a password', (user: string) => queueAccountSync(database, user, { sealedPassword: 'sealed' })],
    ['the end of access', (user: string) => endAccess(database, user, true)],
  ])('delivers %s before accounts that have waited longer', async (_, want) => {
    for (const user of ['one', 'two', 'three']) await queueAccountSync(database, user)
    await want('urgent')
    expect(await claimed()).toEqual(['urgent'])
  })

  it('delivers a user in one process at a time, and later changes again', async () => {
    await queueAccountSync(database, 'grace')
    const [first] = await claimAccounts(database, 5)
    await queueAccountSync(database, 'grace')
    expect(await claimed(5)).toEqual([])
    if (first) await accountDone(database, first, 'grace')
    expect(await claimed(5)).toEqual(['grace'])
  })

  it('keeps a password until the delivery that had it has succeeded', async () => {
    await queueAccountSync(database, 'grace', { sealedPassword: 'first' })
    const [first] = await claimAccounts(database, 5)
    if (first) await accountFailed(database, first, 'away')
    await queueAccountSync(database, 'grace')
    const [second] = await claimAccounts(database, 5)
    expect(second?.sealed_password).toBe('first')
    await queueAccountSync(database, 'grace', { sealedPassword: 'second' })
    if (second) await accountDone(database, second, 'grace')
    const [third] = await claimAccounts(database, 5)
    expect(third?.sealed_password).toBe('second')
    if (third) await accountDone(database, third, 'grace')
    const [row] = await database.query<{ password: string | null }>(
      sql`select sealed_password as password from firebase_accounts`,
    )
    expect(row?.password).toBeNull()
  })

  it('claims nobody for the end of access where Firebase does not follow the database', async () => {
    await endAccess(database, 'grace', false)
    expect(await claimed(5)).toEqual([])
  })
})
