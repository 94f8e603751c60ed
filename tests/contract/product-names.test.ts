import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findForeign, usedExtensions } from '~/server/platform/backup/postgres-copy'
import { isProductTrigger, productNames } from '~/server/platform/database/migrations'
import { migratedDatabase } from '../support/database/server-database'

let opened: Awaited<ReturnType<typeof migratedDatabase>>
beforeAll(async () => {
  opened = await migratedDatabase()
}, 120_000)
afterAll(() => opened.close())

const namesOf = async (statement: ReturnType<typeof sql>) =>
  (await opened.database.query<{ name: string }>(statement)).map(({ name }) => name)

it('recognizes every table, sequence and view of the migrations as the product’s for backups', async () => {
  expect(await findForeign(opened.database)).toEqual({ others: [], unreadable: [] })
  expect(await usedExtensions(opened.database)).toEqual([])
})

it('recognizes every index, function and trigger of the migrations as the product’s for restores', async () => {
  const names = productNames()
  const indexes = await namesOf(sql`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'i'
      and not exists (select 1 from pg_constraint where conindid = c.oid)`)
  const functions = await namesOf(
    sql`select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const triggers =
    await namesOf(sql`select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal`)
  expect([indexes.length > 50, functions.length > 2, triggers.length > 5]).toEqual([true, true, true])
  expect([...indexes, ...functions].filter(name => !names.words.has(name))).toEqual([])
  expect(triggers.filter(name => !isProductTrigger(names, name))).toEqual([])
})
