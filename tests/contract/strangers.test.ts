import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '~/server/platform/crypto/tokens'
import { databaseClient } from '../support/database/locked-tables'
import { type Api, api } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { mailsTo } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Refusal = { code: string; fields?: object }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let home: string
let client: pg.Client

beforeAll(async () => {
  server = await startServer({ demo: true, worker: false, env: { MAILS_PER_HOUR: '3', TRUST_PROXY: '1' } })
  world = await demoWorld(server)
  ;[root, admin] = [world.of('root').api, world.of('admin').api]
  home = `companies/${world.of('admin').actor.company}`
  client = await databaseClient(server)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

describe('password resets requested without a session', () => {
  it('password resets without a session do not use up a company’s e-mail limit', async () => {
    for (const name of ['admin', 'manager', 'editor', 'viewer'])
      await api(server.url).post('requestPasswordReset', { email: `${name}@demo.example` })
    expect((await mailsTo(root, 'viewer@demo.example'))[0]?.action).toBe('passwordReset')
    const invited = { email: 'after@strangers.example', lang: 'en', role: 'viewer' }
    expect((await admin.post<Refusal>('user-invite', invited)).status).toBe(201)
  })
})

describe('an e-mail address with a letter whose lower case is ASCII', () => {
  it('an invitation to a lookalike e-mail address is not sent to the ASCII address', async () => {
    const email = 'after@\u212Aiosk.example'
    const lookalike = { email, lang: 'en', role: 'viewer' }
    const { body } = await root.post<{ email: string }>('user-invite', {
      ...lookalike,
      company: { ref: home },
    })
    expect(body.email).toBe(email)
    expect(await mailsTo(root, 'after@kiosk.example')).toEqual([])
  })
})

describe('the limit of free previews', () => {
  it('limits the previews of a company per day', async () => {
    const videos = await listAll(admin, 'videos360', { company: home, pending: false, equirectangular: true })
    const [one, two] = videos.map(({ uid }) => uid)
    const preview = (uid: string | undefined) => admin.post<Refusal>(`videos/${uid}/preview`, { at: 0 })
    expect((await preview(one)).status).toBe(202)
    const company = world.of('admin').actor.company ?? ''
    const { rowCount } = await client.query(`update rate_limits set points = 100 where key = $1`, [
      `previews:${hashToken(company)}`,
    ])
    expect(rowCount).toBe(1)
    const refused = await preview(two)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  })
})

describe('the policy of a page', () => {
  it('the CSP of a page loads scripts only from the panel’s assets on the requested host', async () => {
    const policyOf = async (path: string) =>
      (await fetch(new URL(path, server.url))).headers.get('content-security-policy') ?? ''
    const { host } = new URL(server.url)
    for (const path of ['/', '/parse/health'])
      expect(await policyOf(path)).toContain(
        `script-src ${host}/assets/;worker-src ${host}/assets/ ${host}/push-worker.js;`,
      )
  })
})
