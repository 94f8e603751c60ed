import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold, keywordsOf } from '~/model/text'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { migrate, readMigrations } from '~/server/platform/database/migrations'
import { testDatabase } from '../support/database/database'
import type { Api } from '../support/server/api'
import { newDataFolder } from '../support/server/data-folder'
import { demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

const MIGRATION = '0050_search-spellings.sql'

/** Every Unicode character that occurs in names. */
const characters = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter(point => point > 0 && (point < 0xd800 || point > 0xdfff))
  .map(point => String.fromCodePoint(point))
  .filter(character => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u.test(character))

describe('folding of text in the database', () => {
  const folder = newDataFolder('spellings')
  let connection: Connection

  beforeAll(async () => {
    const { env } = await testDatabase()
    connection = await connect(readConfig({ DATA_DIR: folder, ...env }, 'test'))
    await migrate(
      connection,
      readMigrations().filter(({ name }) => name < MIGRATION),
    )
    const { database } = connection
    await database.run(sql`insert into companies (uid, name, keywords) values
      ('old', 'Cœur de Łódź', '{c}'), ('ascii', 'Plain', '{kept}')`)
    await database.run(sql`insert into users (uid, company_uid, firstname, lastname, email, status, role) values
      ('unseen', 'old', 'Ann', 'Straße', ${'ann@x.example\u200B'}, 'active', 'viewer'),
      ('twin', 'old', 'Bo', 'Lee', ${'bo@x.example\u200B'}, 'active', 'viewer'),
      ('taken', 'old', 'Bo', 'Lee', 'bo@x.example', 'active', 'viewer'),
      ('decomposed', 'old', 'Zoé', 'Lee', ${'zoe\u0301@x.example'}, 'active', 'viewer')`)
    await migrate(connection)
  })
  afterAll(async () => {
    await connection?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('the database folds every character like the panel', async () => {
    const rows = await connection.database.query<{ text: string; folded: string; known: boolean }>(
      sql`select text, fold(text) as folded, normalize(text, NFKD) <> text as known
        from unnest(${sql.param(characters)}::text[]) as text`,
    )
    // An older version of Unicode lacks decompositions of rare letters.
    const isNewer = (text: string, known: boolean) => !known && text.normalize('NFKD') !== text
    const wrong = rows.filter(({ text, folded }) => folded !== fold(text))
    expect(rows).toHaveLength(characters.length)
    expect(wrong.filter(({ text, known }) => !isNewer(text, known))).toEqual([])
    expect(wrong.length).toBeLessThan(200)
  })

  it.each(['ΟΔΟΣ', 'İstanbul', 'ſtraße', 'Ǆ', 'e\u0301\u0323', '한글', 'がぎ', 'हिन्दी', 'שָׁלוֹם', '`a´b’'])(
    'the database folds %s like the panel',
    async text => {
      const [row] = await connection.database.query<{ folded: string }>(sql`select fold(${text}) as folded`)
      expect(row?.folded).toBe(fold(text))
    },
  )

  it('the migration folds stored keywords and sort columns', async () => {
    const rows = await connection.database.query<{ uid: string; keywords: string[]; name_sort: string }>(
      sql`select uid, keywords, name_sort from companies where uid in ('old', 'ascii') order by uid`,
    )
    expect(rows).toEqual([
      { uid: 'ascii', keywords: ['kept'], name_sort: 'plain' },
      { uid: 'old', keywords: keywordsOf(['Cœur de Łódź']), name_sort: 'coeur de lodz' },
    ])
    const [user] = await connection.database.query<{ keywords: string[]; lastname_sort: string }>(
      sql`select keywords, lastname_sort from users where uid = 'unseen'`,
    )
    expect(user?.keywords).toEqual(keywordsOf(['Ann', 'Straße', 'ann@x.example']))
    expect(user?.lastname_sort).toBe('strasse')
  })

  it('the migration removes invisible characters of e-mail addresses, unless the result is taken', async () => {
    const rows = await connection.database.query<{ uid: string; email: string }>(
      sql`select uid, email from users where company_uid = 'old'`,
    )
    expect(Object.fromEntries(rows.map(({ uid, email }) => [uid, email]))).toEqual({
      unseen: 'ann@x.example',
      twin: 'bo@x.example\u200B',
      taken: 'bo@x.example',
      decomposed: 'zoé@x.example',
    })
  })
})

describe('a list', () => {
  let server: TestServer
  let root: Api
  let company: string

  beforeAll(async () => {
    server = await startServer({ demo: true })
    const world = await demoWorld(server)
    root = world.of('root').api
    company = world.of('root').actor.company ?? ''
  })
  afterAll(() => server?.stop())

  const found = async (q: object) => {
    const query = new URLSearchParams({ q: JSON.stringify(q), batch: '1000' })
    const { body } = await root.get<{ results: { name: string }[] }>(`companies/${company}/groups?${query}`)
    return body.results.map(({ name }) => name)
  }

  it.each([
    ['Cœur de ville', ['coeur', 'CŒUR', 'cœur d']],
    ['Straße der Nationen', ['strasse', 'STRASSE', 'straße']],
    ['Wytwórnia Łódź', ['lodz', 'łódź', 'ŁÓDŹ']],
    ['3ᵉ étage', ['3e', '3ᵉ', '3E ETAGE']],
    ['L’atelier', ["l'atelier", 'l’atelier', 'L`atelier', 'atelier']],
    ['Café\u2011théâtre', ['cafe-theatre', 'café–théâtre', 'cafe\u2011theatre', 'theatre']],
    ['Sør\u00ADlandet', ['sorlandet', 'sørlandet']],
    ['Þórshöfn', ['thorshofn', 'þór']],
    ['Diyarbakır', ['diyarbakir', 'DIYARBAKIR']],
    ['Ａｋｉｒａ', ['akira']],
    ['Salle\u00A0№\u202F4', ['salle no 4', 'no']],
  ])('finds %s by the spellings of any keyboard', async (name, typed) => {
    const { status } = await root.post(`companies/${company}/groups`, {
      name,
      company: { ref: `companies/${company}` },
    })
    expect(status).toBe(201)
    for (const begins of typed) {
      expect([begins, await found({ name: { begins } })]).toEqual([
        begins,
        expect.arrayContaining([name.replaceAll('\u00AD', '')]),
      ])
      expect([begins, await found({ keywords: begins })]).toEqual([
        begins,
        expect.arrayContaining([name.replaceAll('\u00AD', '')]),
      ])
    }
  })
})
