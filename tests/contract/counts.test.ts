import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeFor } from '~/model/access'
import { parseListQuery } from '~/model/lists/query'
import { resourceNames, resourceOf } from '~/model/registry'
import { medias } from '~/model/resources/medias'
import { keywordsOf } from '~/model/text'
import { seeded } from '~/server/demo/files/random'
import type { Database } from '~/server/platform/database/database'
import { countRows, foldCounts } from '~/server/records/list'
import { list } from '~/server/records/sql'
import { prepareTotals } from '~/server/records/total-counts'
import { noteFrequentWord, prepareWordCounts } from '~/server/records/word-counts'
import { migratedDatabase } from '../support/database/server-database'
import { deferred } from '../support/process/deferred'
import { eventually } from '../support/process/eventually'

/** Lists with tabs, except the small lists of the user's own records. */
const withTabs = resourceNames.filter(name => resourceOf(name).list.tabs && !resourceOf(name).ownList)

const isPostgres = process.env.TEST_DB === 'postgres'

let database: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, close } = await migratedDatabase())
  await database.run(sql`insert into companies (uid, name) values ('a', 'A'), ('b', 'B'), ('c', 'C')`)
})
afterAll(() => close())

const statuses = ['pending', 'completed', 'deletable'] as const

class Undone extends Error {}

const names = ['Harbour', 'Harvest', 'Lakeside'] as const

/** A writer that inserts, moves and deletes rows in transactions, a third of which roll back. */
const write = async (writer: number, rounds: number) => {
  const random = seeded(writer + 1)
  for (let round = 0; round < rounds; round++) {
    const work = database.transaction(async tx => {
      const many = 1 + Math.floor(random() * 20)
      const company = 'abc'[Math.floor(random() * 3)]
      const status = statuses[Math.floor(random() * 3)]
      const name = names[Math.floor(random() * 3)] ?? ''
      const other = names[Math.floor(random() * 3)] ?? ''
      await tx.run(sql`insert into medias (uid, name, keywords, company_uid, status)
        select ${`${writer}-${round}-`} || i, ${name}, ${list(keywordsOf([name]))}, ${company}, ${status} from generate_series(1, ${many}::int) i`)
      await tx.run(sql`update medias set name = ${other}, keywords = ${list(keywordsOf([other]))}
        where uid like ${`${writer}-${Math.floor(random() * (round + 1))}-2%`}`)
      await tx.run(sql`update medias set status = ${statuses[Math.floor(random() * 3)]}, company_uid = ${'abc'[Math.floor(random() * 3)]}
        where uid like ${`${writer}-${Math.floor(random() * (round + 1))}-%`}`)
      if (random() < 0.4)
        await tx.run(
          sql`delete from medias where uid like ${`${writer}-${Math.floor(random() * (round + 1))}-1%`}`,
        )
      if (random() < 0.33) throw new Undone()
    })
    await work.catch(error => {
      if (!(error instanceof Undone)) throw error
    })
  }
}

const real = async (tx: Database) =>
  tx.query<{ dims: string[]; n: string }>(
    sql`select array[company_uid, status] as dims, count(*) as n from medias group by 1 order by 1`,
  )

const keptCounts = async (tx: Database) =>
  tx.query<{ dims: string[]; n: string }>(
    sql`select dims, sum(n)::bigint as n from counts where resource = 'medias' group by 1 having sum(n) <> 0 order by 1`,
  )

/** Both counts from one snapshot of the database. */
const compare = () =>
  database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    expect(await keptCounts(tx)).toEqual(await real(tx))
  })

/** The total of all medias, from one snapshot of the database. @returns whether it is kept by itself */
const compareTotal = () =>
  database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    const [real] = await tx.query<{ n: string }>(sql`select count(*) as n from medias`)
    expect((await countRows(tx, medias, [], 'all')).count).toBe(Number(real?.n))
    const [own] = await tx.query<{ n: string | null }>(
      sql`select sum(n) as n from total_counts where resource = 'medias' and (select ready from totals where resource = 'medias')`,
    )
    if (own?.n != null) expect(Number(own.n)).toBe(Number(real?.n))
    return own?.n != null
  })

/** As an upgrade leaves the total: not counted yet, while writers run. */
const forgetTotal = () =>
  database.transaction(async tx => {
    await tx.run(sql`update totals set barrier = null, ready = false where resource = 'medias'`)
    await tx.run(sql`delete from total_counts where resource = 'medias'`)
  })

describe('stored counts', () => {
  it('the total of a table stays exact while it is counted under concurrent writes', async () => {
    await write(80, 5)
    await forgetTotal()
    expect(await compareTotal()).toBe(false)
    let writing = true
    const watch = async () => {
      while (writing) {
        await prepareTotals(database)
        await compareTotal()
      }
    }
    const watching = watch()
    await Promise.all(Array.from({ length: 5 }, (_, writer) => write(writer + 200, 25)))
    writing = false
    await watching
    await eventually(
      async () => {
        await prepareTotals(database)
        return compareTotal()
      },
      isKept => isKept,
    )
    const rows = await database.query(sql`select n from total_counts where resource = 'medias'`)
    expect(rows).toHaveLength(1)
  })

  it('the total of a table is not used before an earlier transaction has ended', async ({ skip }) => {
    skip(!isPostgres, 'the embedded database runs nothing else while a transaction is open')
    const [opened, ended] = [deferred(), deferred()]
    const earlier = database.transaction(async tx => {
      await tx.run(
        sql`insert into medias (uid, name, company_uid, status) values ('early', 'Early', 'a', 'completed')`,
      )
      // As if the trigger of the earlier version had run.
      await tx.run(sql`delete from total_counts where resource = 'medias'`)
      opened.resolve()
      await ended.promise
    })
    await opened.promise
    await database.run(sql`update totals set barrier = null, ready = false where resource = 'medias'`)
    for (let round = 0; round < 3; round += 1) await prepareTotals(database)
    expect(await compareTotal()).toBe(false)
    ended.resolve()
    await earlier
    await eventually(
      async () => {
        await prepareTotals(database)
        return compareTotal()
      },
      isKept => isKept,
    )
  })

  it('stored counts stay exact under concurrent writes, rollbacks and folding', async () => {
    let writing = true
    const watch = async () => {
      let looks = 0
      while (writing) {
        await compare()
        await foldCounts(database)
        looks++
      }
      return looks
    }
    const watching = watch()
    await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer, 25)))
    writing = false
    expect(await watching).toBeGreaterThan(3)
    await compare()
  })

  it('stored counts of all rows, companies and states equal counted rows', async () => {
    const [all] = await database.query<{ n: string }>(sql`select count(*) as n from medias`)
    expect(await countRows(database, medias, [], 'all')).toEqual({ count: Number(all?.n), kept: true })
    const [some] = await database.query<{ n: string }>(
      sql`select count(*) as n from medias where company_uid in ('a', 'b') and status = 'completed'`,
    )
    const where = [{ field: 'status', on: 'value', op: 'eq', value: 'completed' }] as const
    expect(
      await countRows(database, medias, where, { published: false, companies: ['a', 'b'], self: null }),
    ).toEqual({
      count: Number(some?.n),
      kept: true,
    })
    expect(await countRows(database, medias, [], 'none')).toMatchObject({ count: 0 })
  })

  it.each(withTabs)('stored counts answer each tab of %s for a company’s scope', async name => {
    const resource = resourceOf(name)
    const reader = { uid: 'u', role: 'admin', company: 'a', managed: [], open: [], licensed: false } as const
    const scope = resource.grants.read?.admin ? scopeFor(resource, 'read', reader) : 'all'
    for (const { filter } of Object.values(resource.list.tabs ?? {})) {
      const { where } = parseListQuery(resource, 'root', { q: JSON.stringify(filter) })
      expect(await countRows(database, resource, where, scope)).toMatchObject({ kept: true })
    }
  })

  it('stored counts of a word stay exact while it becomes a frequent one under concurrent writes', async () => {
    const search = [{ field: 'name', on: 'value', op: 'begins', value: 'har' }] as const
    const own = { published: false, companies: ['b'], self: null }
    const counted = (tx: Database, condition: SQL) =>
      tx.query<{ n: string }>(
        sql`select count(*) as n from medias where keywords @> array['har'] and ${condition}`,
      )
    const check = () =>
      database.transaction(async tx => {
        await tx.run(sql`set transaction isolation level repeatable read`)
        const found = await countRows(tx, medias, search, 'all')
        const ofCompany = await countRows(tx, medias, search, own)
        expect(found.count).toBe(Number((await counted(tx, sql`true`))[0]?.n))
        expect(ofCompany.count).toBe(Number((await counted(tx, sql`company_uid = 'b'`))[0]?.n))
        return found.kept
      })
    await write(90, 5)
    expect(await check()).toBe(false)
    let writing = true
    const watch = async () => {
      await noteFrequentWord(database, medias, 'har')
      const seen: boolean[] = []
      while (writing) {
        await prepareWordCounts(database)
        seen.push(await check())
      }
      return seen
    }
    const watching = watch()
    await Promise.all(Array.from({ length: 5 }, (_, writer) => write(writer + 100, 25)))
    writing = false
    await watching
    await eventually(
      async () => {
        await prepareWordCounts(database)
        return check()
      },
      isKept => isKept,
    )
  })

  it('the count of a word is not used before an earlier transaction has ended', async ({ skip }) => {
    skip(!isPostgres, 'the embedded database runs nothing else while a transaction is open')
    const search = [{ field: 'name', on: 'value', op: 'begins', value: 'lak' }] as const
    const [opened, ended] = [deferred(), deferred()]
    const earlier = database.transaction(async tx => {
      await tx.run(sql`insert into medias (uid, name, keywords, company_uid, status)
        values ('late', 'Lakeside', ${list(keywordsOf(['Lakeside']))}, 'a', 'completed')`)
      opened.resolve()
      await ended.promise
    })
    await opened.promise
    await noteFrequentWord(database, medias, 'lak')
    for (let round = 0; round < 3; round += 1) await prepareWordCounts(database)
    expect(await countRows(database, medias, search, 'all')).toMatchObject({ kept: false })
    ended.resolve()
    await earlier
    const [real] = await database.query<{ n: string }>(
      sql`select count(*) as n from medias where keywords @> array['lak']`,
    )
    const found = await eventually(
      async () => {
        await prepareWordCounts(database)
        return countRows(database, medias, search, 'all')
      },
      ({ kept }) => kept,
    )
    expect(found.count).toBe(Number(real?.n))
  })

  it('folding reduces the number of stored count rows', async () => {
    await foldCounts(database)
    const [{ n } = { n: '' }] = await database.query<{ n: string }>(
      sql`select count(*) as n from counts where resource = 'medias'`,
    )
    expect(Number(n)).toBeLessThanOrEqual(9)
  })
})
