import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeVersion } from '~/server/features/maintenance/doctor/database-checks'
import { databaseClient, lockOn } from '../support/database/locked-tables'
import { long } from '../support/process/long'
import { command, withDatabase } from '../support/server/backups'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let empty: string

beforeAll(async () => {
  server = await startServer({ demo: true, env: { MIN_FREE_GB: '0.01' } })
  // The embedded database is checked while no server runs.
  await server.process().kill('SIGTERM')
  await new Promise(resolve => server.process().once('exit', resolve))
  empty = mkdtempSync(join(tmpdir(), 'vecto-doctor-'))
})
afterAll(async () => {
  await server.stop()
  rmSync(empty, { recursive: true, force: true })
})

const examined = (env: Record<string, string> = {}) => command('doctor', [], { ...server.env, ...env })

describe('the doctor', () => {
  it('the doctor reports no problem of a working installation', long, async () => {
    const { status, output } = await examined()
    expect([status, output]).toEqual([0, expect.stringContaining('✓ The file store answers')])
    for (const said of [
      'The database has all',
      'The clocks',
      'Lists count',
      'Counters agree',
      'files are in the store',
    ])
      expect(output).toMatch(new RegExp(`✓ .*${said}`))
    expect(output).toContain('! No mail server')
    expect(output).not.toContain('✗')
  })

  it('the doctor reports missing files, wrong counters and wrong lists with remedies, changing nothing', async () => {
    const { id, name } = await withDatabase(server.env, async database => {
      const [file] = await database.query<{ id: string }>(sql`select id from files where md5 <> '' limit 1`)
      await database.run(sql`update companies set users_total = users_total + 1`)
      await database.run(
        sql`update counts set n = n + 1 where ctid = (select ctid from counts where resource = 'medias' limit 1)`,
      )
      return { id: file?.id ?? '', name: 'medias' }
    })
    rmSync(join(server.dataDir, 'files', id))
    for (let time = 0; time < 2; time += 1) {
      const { status, output } = await examined()
      expect(status).toBe(1)
      expect(output).toMatch(
        new RegExp(
          `✗ 1 of \\d+ files are missing or damaged: ${id} \\(missing\\)\\n  → Copy them from a backup`,
        ),
      )
      expect(output).toMatch(/✗ Counters differ from their records: \d+ companies\n {2}→ Reset them/)
      expect(output).toMatch(new RegExp(`✗ Lists count wrongly: ${name} `))
    }
  })

  it(
    'the doctor reports the versions of PostgreSQL and client programs, and outdated ones',
    long,
    async context => {
      context.skip(!server.env.DATABASE_URL, 'the embedded database brings its own version')
      const { output } = await examined()
      for (const said of ['PostgreSQL', 'pg_dump', 'pg_restore'])
        expect(output).toMatch(new RegExp(`✓ ${said} 1\\d\n`))
      const old = join(empty, 'old')
      mkdirSync(old)
      for (const name of ['pg_dump', 'pg_restore'])
        writeFileSync(join(old, name), `#!/bin/sh\necho '${name} (PostgreSQL) 9.6.24'\n`, { mode: 0o755 })
      const { status, output: refused } = await examined({ PATH: `${old}:${process.env.PATH}` })
      expect(status).toBe(1)
      for (const name of ['pg_dump', 'pg_restore'])
        expect(refused).toMatch(new RegExp(`✗ ${name} 9 is older than the server.*\n {2}→ Install`))
      expect([14, 15, 18, 19].map(major => judgeVersion(major).level)).toEqual([
        'error',
        'ok',
        'ok',
        'warning',
      ])
    },
  )

  it('the doctor counts without a statement timeout', long, async context => {
    context.skip(!server.env.DATABASE_URL, 'the embedded database serves one at a time')
    const unlock = lockOn(await databaseClient(server), ['medias'], 12)
    const { output } = await examined({ DATABASE_STATEMENT_SECONDS: '1', DATABASE_LOCK_SECONDS: '1' })
    await unlock()
    expect(output).toMatch(/Lists count/)
    expect(output).not.toMatch(/timeout/)
  })

  it('the doctor reports unreachable services', async () => {
    const env = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      FFMPEG_PATH: '/none',
    }
    const { status, output } = await examined({ ...env, S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' })
    expect(status).toBe(1)
    for (const said of [
      /✗ The mail server: .*\n {2}→ /,
      /✗ The file store: .*\n {2}→ /,
      /! .*ffmpeg.*\n {2}→ /,
    ])
      expect(output).toMatch(said)
    expect(output).not.toContain('files are')
  })

  it('the doctor recognizes an empty database and one of a later version', async () => {
    if (!server.env.DATABASE_URL) {
      const none = await examined({ DATA_DIR: join(empty, 'data') })
      expect(none.output).toContain('! The database is empty')
    }
    await withDatabase(server.env, database =>
      database.run(sql`insert into migrations (name) values ('9999_later')`),
    )
    const { status, output } = await examined()
    expect([status, output]).toEqual([
      1,
      expect.stringContaining('✗ A later version has changed the database (9999_later)'),
    ])
  })
})
