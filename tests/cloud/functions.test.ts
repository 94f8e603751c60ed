import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFunctions } from '~/scripts/cloud/build'
import { projectId, quietTools } from '~/scripts/cloud/emulators'
import { firebaseProgram } from '~/scripts/cloud/firebase-tools'
import { findPostgresFolder } from '~/scripts/system-packages'
import { findProgram } from '~/server/platform/process/machine'
import { startCluster } from '../support/database/postgres'
import { long } from '../support/process/long'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProcess } from '../support/server/server-process'

const lacking = findPostgresFolder() === undefined ? 'PostgreSQL is missing' : undefined

let folder: string
let base: string
let cluster: Awaited<ReturnType<typeof startCluster>>
let emulator: ServerProcess

const writeProject = async () => {
  const [functions, hub, logging] = [await freePort(), await freePort(), await freePort()]
  const at = (port: number) => ({ host: '127.0.0.1', port })
  const project = {
    functions: [{ source: 'functions', codebase: 'vecto' }],
    emulators: { functions: at(functions), hub: at(hub), logging: at(logging), ui: { enabled: false } },
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(project))
  writeFileSync(join(folder, 'functions/.env'), 'PANEL_ORIGIN=https://panel.example\nACCOUNTS=0\n')
  const key = `1:${randomBytes(32).toString('base64url')}`
  writeFileSync(
    join(folder, 'functions/.secret.local'),
    `DATABASE_URL=${cluster.adminUrl}\nSECRET_KEYS=${key}\n`,
  )
  return functions
}

/** Installs the deployable functions in an empty folder, and starts them in Firebase's own emulator. */
const start = async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-firebase-'))
  cluster = await startCluster()
  writeFunctions(join(folder, 'functions'))
  const port = await writeProject()
  const quiet = ['--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync(findProgram('npm') ?? 'npm', ['ci', ...quiet], { cwd: join(folder, 'functions') })
  base = `http://127.0.0.1:${port}/${projectId}/europe-west1`
  emulator = await startProcess(
    [resolve(firebaseProgram), 'emulators:start', '--only', 'functions', '--project', projectId],
    quietTools(folder),
    `${base}/health`,
    folder,
    folder,
  )
}

const call = async (path: string, options?: RequestInit) => {
  const response = await fetch(`${base}/${path}`, options)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

describe.skipIf(lacking)('functions that are installed from the deployable folder', () => {
  beforeAll(async () => {
    if (process.env.LONG_TESTS === '1') await start()
  }, 300_000)
  afterAll(async () => {
    await emulator?.end('SIGTERM')
    await cluster?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('answer in Firebase’s emulator as the server does', long, async () => {
    expect((await call('health')).body).toMatchObject({ status: 'ok' })
    expect((await call('config')).status).toBe(200)
    expect((await call('users?offset=0&batch=10')).status).toBe(401)
    expect((await call('user-invite', { method: 'POST' })).status).toBe(401)
    expect((await call('health/nothing-here')).body).toMatchObject({ code: 'not_found' })
  })

  it('read bodies that Firebase has read before, and name the fields that are missing', long, async () => {
    const { status, body } = await call('login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://panel.example' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'any password' }),
    })
    expect([status, body.reason]).toEqual([404, 'user_not_found'])
    const refused = await call('login', { method: 'POST', body: '{}' })
    expect([refused.status, refused.body.fields]).toEqual([422, { email: 'required', password: 'required' }])
  })
})
