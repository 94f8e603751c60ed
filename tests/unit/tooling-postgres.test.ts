import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase, startCluster } from '../support/database/postgres'
import { needsPostgres } from '../support/process/needs'

const ask = async (connectionString: string, sql: string) => {
  const client = new pg.Client({ connectionString })
  // These tests expect that the server closes connections.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(sql)).rows[0]
  } finally {
    await client.end()
  }
}

const isGone = async (adminUrl: string) => {
  for (let tries = 0; tries < 150; tries += 1) {
    const answered = await ask(adminUrl, 'select 1').catch(() => undefined)
    if (!answered) return true
    await sleep(100)
  }
  return false
}

describe('the PostgreSQL cluster of tests', { timeout: 60_000 }, () => {
  beforeEach(context => needsPostgres(context))

  it('creates a fresh database at each call, and removes the cluster when stopped', async () => {
    const cluster = await startCluster()
    const [one, other] = [await freshDatabase(cluster.adminUrl), await freshDatabase(cluster.adminUrl)]
    await ask(one, 'create table seen (n int)')
    expect(await ask(other, "select to_regclass('seen') as found")).toEqual({ found: null })
    const folder = (await ask(one, "select current_setting('data_directory') as folder"))?.folder ?? ''
    expect(existsSync(folder)).toBe(true)
    await cluster.stop()
    expect(await isGone(cluster.adminUrl)).toBe(true)
    expect(existsSync(folder)).toBe(false)
  })

  it('ends when the test process is killed', async () => {
    const code = `import('./tests/support/database/postgres.ts').then(async ({ startCluster }) => {
      console.log((await startCluster()).adminUrl); setInterval(() => {}, 1000) })`
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await once(child.stdout, 'data')
    const adminUrl = String(printed).trim()
    expect(await ask(adminUrl, "select 'up' as state")).toEqual({ state: 'up' })
    child.kill('SIGKILL')
    expect(await isGone(adminUrl)).toBe(true)
  })
})
