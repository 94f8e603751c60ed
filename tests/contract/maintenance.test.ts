import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { purchases } from '~/model/resources/purchases'
import { users } from '~/model/resources/users'
import { keywordsOf } from '~/model/text'
import { refreshKeywords, resetCounters } from '~/server/features/maintenance/counters'
import type { Database } from '~/server/platform/database/database'
import { insertRow, insertRows } from '~/server/records/rows'
import { migratedDatabase } from '../support/database/server-database'

let database: Database
let close: () => Promise<void>
const company = { ref: refOf('companies', 'one') }

beforeAll(async () => {
  const opened = await migratedDatabase()
  database = opened.database
  close = opened.close
  await insertRow(database, companies, { uid: 'one', name: 'Première' })
  await insertRow(database, companies, { uid: 'two', name: 'Seconde' })
  await insertRow(database, users, { uid: 'a', email: 'a@b.example', status: 'active', company })
  await insertRow(database, users, { uid: 'b', email: 'b@b.example', status: 'disabled', company })
  await insertRow(database, users, { uid: 'c', email: 'c@b.example', status: 'pending', company })
  await insertRow(database, purchases, { uid: 'p', type: 'users', quantity: 7, company })
  await insertRow(database, purchases, { uid: 'q', type: 'users', quantity: -2, company })
  await insertRow(database, purchases, { uid: 'r', type: 'minutes', quantity: 3, company })
})
afterAll(() => close())

it('refreshes wrong search keywords only', async () => {
  await database.run(sql`update companies set keywords = '{wrong}' where uid = 'two'`)
  expect(await refreshKeywords(database, companies)).toBe(1)
  const [row] = await database.query(sql`select keywords from companies where uid = 'two'`)
  expect(row?.keywords).toEqual(keywordsOf(['Seconde']))
  expect(await refreshKeywords(database, companies)).toBe(0)
})

it('resets wrong counters from the records only', async () => {
  await database.run(sql`update companies set users_total = 40, seconds_used = 5 where uid = 'one'`)
  expect(await resetCounters(database, 'companies')).toBe(1)
  const [row] = await database.query(sql`select users_total, users_active, users_purchased, seconds_used,
    seconds_purchased from companies where uid = 'one'`)
  expect(Object.values(row ?? {}).map(Number)).toEqual([2, 1, 5, 0, 180])
  expect(await resetCounters(database, 'companies')).toBe(0)
})

it('resets counters and keywords of more records than one statement updates', async () => {
  const many = Array.from({ length: 230 }, (_, n) => ({ uid: `many${n}`, name: `Many ${n}` }))
  await insertRows(database, companies, many)
  await database.run(sql`update companies set users_total = 7, keywords = '{wrong}' where uid like 'many%'`)
  expect(await resetCounters(database, 'companies')).toBe(230)
  expect(await refreshKeywords(database, companies)).toBe(230)
  const [row] = await database.query(sql`select count(*) as wrong from companies
    where uid like 'many%' and (users_total <> 0 or not keywords @> '{many}')`)
  expect(Number(row?.wrong)).toBe(0)
})
