import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { connect } from '~/server/platform/database/connection'
import { warnOfSlowStatements } from '~/server/platform/database/database'
import { long } from '../support/process/long'
import { newDataFolder } from '../support/server/data-folder'

it('logs a slow statement of the embedded database without its values', long, async () => {
  const folder = newDataFolder('slow')
  let lines = ''
  const write = (line: string) => {
    lines += line
  }
  const log = pino({}, { write })
  const { database, close } = await connect(readConfig({ DATA_DIR: folder }, 'test'), {
    measure: warnOfSlowStatements(log),
  })
  await database.query(sql`select ${'quick-secret'}::text`)
  expect(lines).not.toContain('slow')
  await database.query(sql`select pg_sleep(0.4),   ${'slow-secret'}::text`)
  await database.transaction(async tx => tx.run(sql`select pg_sleep(0.3)`))
  await close()
  rmSync(folder, { recursive: true })
  const said = lines
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(said.map(({ level, msg, statement }) => [level, msg, statement])).toEqual([
    [40, 'a slow statement', 'select pg_sleep(0.4), $1::text'],
    [40, 'a slow statement', 'select pg_sleep(0.3)'],
  ])
  expect(said[0].milliseconds).toBeGreaterThan(390)
  expect(lines).not.toContain('secret')
})
