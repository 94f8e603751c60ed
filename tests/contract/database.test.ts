import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedDatabase } from '../support/database/server-database'

let opened: Awaited<ReturnType<typeof migratedDatabase>>
beforeAll(async () => {
  opened = await migratedDatabase()
})
afterAll(() => opened.close())

describe('statements of another library', () => {
  it('raw returns the rows of the last statement', async () => {
    expect(await opened.database.raw('select 1 as one; select 2 as two', [])).toEqual([{ two: 2 }])
    expect(await opened.database.raw('select $1::int as n', [7])).toEqual([{ n: 7 }])
  })

  it('a failing statement in its own transaction leaves no connection in that transaction', async () => {
    const broken = () => opened.database.raw('begin; select 1; select 1/0; commit', [])
    for (let times = 0; times < 25; times += 1) await expect(broken()).rejects.toThrow(/division by zero/)
    const asked = Array.from({ length: 25 }, () => opened.database.query(sql`select 1 as one`))
    expect((await Promise.all(asked)).flat()).toEqual(asked.map(() => ({ one: 1 })))
  })
})
