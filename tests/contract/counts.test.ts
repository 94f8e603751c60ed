import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeFor } from '~/model/access'
import { parseListQuery } from '~/model/lists/query'
import { resourceNames, resourceOf } from '~/model/registry'
import { medias } from '~/model/resources/medias'
import { seeded } from '~/server/demo/files/random'
import type { Database } from '~/server/platform/database/database'
import { countRows, foldCounts } from '~/server/records/list'
import { migratedDatabase } from '../support/database/server-database'

/** Lists with tabs, except the small lists of the user's own records. */
const withTabs = resourceNames.filter(name => resourceOf(name).list.tabs && !resourceOf(name).ownList)

let database: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ database, close } = await migratedDatabase())
  await database.run(sql`insert into companies (uid, name) values ('a', 'A'), ('b', 'B'), ('c', 'C')`)
})
afterAll(() => close())

const statuses = ['pending', 'completed', 'deletable'] as const

class Undone extends Error {}

/** A writer that inserts, moves and deletes rows in transactions, a third of which roll back. */
const write = async (writer: number, rounds: number) => {
  const random = seeded(writer + 1)
  for (let round = 0; round < rounds; round++) {
    const work = database.transaction(async tx => {
      const many = 1 + Math.floor(random() * 20)
      const company = 'abc'[Math.floor(random() * 3)]
      const status = statuses[Math.floor(random() * 3)]
      await tx.run(sql`insert into medias (uid, name, company_uid, status)
        select ${`${writer}-${round}-`} || i, 'x', ${company}, ${status} from generate_series(1, ${many}::int) i`)
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

const kept = async (tx: Database) =>
  tx.query<{ dims: string[]; n: string }>(
    sql`select dims, sum(n)::bigint as n from counts where resource = 'medias' group by 1 having sum(n) <> 0 order by 1`,
  )

/** Both counts from one snapshot of the database. */
const compare = () =>
  database.transaction(async tx => {
    await tx.run(sql`set transaction isolation level repeatable read`)
    expect(await kept(tx)).toEqual(await real(tx))
  })

describe('stored counts', () => {
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

  it('folding reduces the number of stored count rows', async () => {
    await foldCounts(database)
    const [{ n } = { n: '' }] = await database.query<{ n: string }>(
      sql`select count(*) as n from counts where resource = 'medias'`,
    )
    expect(Number(n)).toBeLessThanOrEqual(9)
  })
})
