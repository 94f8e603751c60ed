import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimDueDeliveries } from '~/server/features/webhooks/deliver-webhooks'
import { migratedDatabase } from '../support/database/server-database'

let opened: Awaited<ReturnType<typeof migratedDatabase>>
beforeEach(async () => {
  opened = await migratedDatabase()
})
afterEach(() => opened.close())

/** Inserts webhooks of a company, each with this many due requests. */
const addDue = async (company: string, webhooks: number, each: number) => {
  const { database } = opened
  await database.run(sql`insert into companies (uid, name) values (${company}, ${company})`)
  for (let at = 0; at < webhooks; at += 1) {
    const webhook = `${company}${at}`
    await database.run(sql`insert into webhooks (uid, name, url, company_uid, active)
      values (${webhook}, ${webhook}, 'https://a.example', ${company}, true)`)
    await database.run(sql`insert into deliveries (uid, webhook_uid, company_uid, type, status, payload, next_at)
      select ${webhook} || '-' || n, ${webhook}, ${company}, 'test', 'waiting', '{}', now() - interval '1 hour' + n * interval '1 second'
      from generate_series(1, ${each}::int) n`)
  }
}

const claim = async (most: number) => (await claimDueDeliveries(opened, most)).map(({ uid }) => uid).sort()

it('claims one request per webhook at a time, the earliest first', async () => {
  await addDue('slow', 1, 60)
  expect(await claim(20)).toEqual(['slow0-1'])
  expect(await claim(20)).toEqual([])
  await opened.database.run(
    sql`update deliveries set status = 'delivered', next_at = null where uid = 'slow0-1'`,
  )
  expect(await claim(20)).toEqual(['slow0-2'])
})

it('claims at most three webhook requests of a company at a time', async () => {
  await addDue('slow', 8, 5)
  expect(await claim(20)).toHaveLength(3)
  expect(await claim(20)).toEqual([])
})

it('claims a webhook request of another company before a second one of the same', async () => {
  await addDue('slow', 8, 5)
  await addDue('other', 1, 1)
  expect(await claim(2)).toEqual(['other0-1', 'slow0-1'])
  await addDue('third', 2, 1)
  expect(await claim(1)).toEqual(['third0-1'])
})

it('claims the webhook requests of a stopped server again', async () => {
  await addDue('lost', 1, 2)
  expect(await claim(20)).toEqual(['lost0-1'])
  await opened.database.run(
    sql`update deliveries set next_at = now() - interval '1 second' where uid = 'lost0-1'`,
  )
  expect(await claim(20)).toHaveLength(1)
})
