import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, api, login } from '../support/api'
import { listAll } from '../support/demo-world'
import { firebaseToken, takesFirebase } from '../support/firebase-token'
import { demoPassword, startServer, type TestServer } from '../support/test-server'
import { watch } from '../support/watching'

const panel = 'https://panel.example'
const own = 'https://api.example'
const email = 'manager@demo.example'

let server: TestServer
let root: Api
let manager: { uid: string }
beforeAll(async () => {
  const env = { ...takesFirebase, FIREBASE_PANEL_ORIGIN: panel, PUBLIC_URL: own }
  server = await startServer({ demo: true, env })
  root = await login(server.url, 'root@demo.example', demoPassword)
  manager = (await (await login(server.url, email, demoPassword)).get<{ uid: string }>('users/me')).body
})
afterAll(() => server.stop())

const as = (claims: JWTPayload) => api(server.url, firebaseToken(claims))

describe('a Firebase ID token', () => {
  it('speaks for the user with its uid', async () => {
    const { status, body } = await as({ sub: manager.uid }).get('users/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({ uid: manager.uid, email, role: 'manager' })
  })

  it('speaks for the user with its address, where Firebase has verified that', async () => {
    const verified = { sub: 'elsewhere', email: 'Manager@Demo.example', email_verified: true }
    expect((await as(verified).get('users/me')).body).toMatchObject({ uid: manager.uid })
    expect((await as({ ...verified, email_verified: false }).get('users/me')).status).toBe(401)
  })

  it('goes by its uid before its address', async () => {
    const both = { sub: manager.uid, email: 'root@demo.example', email_verified: true }
    expect((await as(both).get('users/me')).body).toMatchObject({ uid: manager.uid })
  })

  it('makes nobody', async () => {
    const stranger = as({ sub: 'stranger', email: 'stranger@demo.example', email_verified: true })
    expect((await stranger.get('users/me')).status).toBe(401)
    const q = encodeURIComponent(JSON.stringify({ email: 'stranger@demo.example' }))
    expect((await root.get<{ meta: { count: number } }>(`users?q=${q}`)).body.meta.count).toBe(0)
  })

  it('gives the role of the record, whatever it claims, and ends with it', async () => {
    const caller = as({ sub: manager.uid, role: 'root' })
    expect((await caller.get('companies')).status).toBe(403)
    await root.patch(`users/${manager.uid}`, { status: 'disabled' })
    expect((await caller.get('users/me')).status).toBe(401)
    await root.patch(`users/${manager.uid}`, { status: 'active' })
    expect((await caller.get('users/me')).status).toBe(200)
  })
})

describe('an account change by a Firebase user', () => {
  it('is told on each of their devices, which nothing tells apart', async () => {
    const token = firebaseToken({ sub: manager.uid })
    const devices = await Promise.all([watch(server.url, { token }), watch(server.url, { token })])
    const passwords = { password: 'another-password', oldPassword: demoPassword }
    expect((await api(server.url, token).patch(`users/${manager.uid}`, passwords)).status).toBe(200)
    for (const { heard, leave } of devices) {
      await vi.waitFor(() => expect(heard.map(({ event }) => event)).toContain('notification'), 10_000)
      leave()
    }
  })
})

describe('a call from another origin', () => {
  const ask = (origin: string, method: string, more: Record<string, string> = {}) =>
    fetch(`${server.url}/parse/users/me`, { method, headers: { Origin: origin, ...more } })

  it('is answered to the panel, refusals included', async () => {
    const answer = await ask(panel, 'GET')
    expect(answer.status).toBe(401)
    expect(answer.headers.get('access-control-allow-origin')).toBe(panel)
    expect(answer.headers.get('vary')).toMatch(/origin/i)
    const question = {
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization',
    }
    const may = await ask(panel, 'OPTIONS', question)
    expect(may.status).toBe(204)
    expect(may.headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of ['authorization', 'idempotency-key', 'traceparent'])
      expect(may.headers.get('access-control-allow-headers')).toContain(name)
    expect(may.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('gives links that lead here, whoever serves the panel', async () => {
    const [media] = await listAll(root, 'medias', { status: 'completed' })
    const { body } = await root.get<{ url: string }>(`dl/medias/${media?.uid}/file`)
    expect(body.url.startsWith(`${own}/parse/blob/`)).toBe(true)
  })

  it('is not answered to anybody else', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask('https://other.example', method, { 'Access-Control-Request-Method': 'GET' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
