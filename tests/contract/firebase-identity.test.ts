import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { firebaseToken, takesFirebase } from '../support/server/firebase-token'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

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
  it('a Firebase ID token authenticates the user with its uid', async () => {
    const { status, body } = await as({ sub: manager.uid }).get('users/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({ uid: manager.uid, email, role: 'manager' })
  })

  it('a Firebase ID token authenticates by address only when the address is verified', async () => {
    const verified = { sub: 'elsewhere', email: 'Manager@Demo.example', email_verified: true }
    expect((await as(verified).get('users/me')).body).toMatchObject({ uid: manager.uid })
    expect((await as({ ...verified, email_verified: false }).get('users/me')).status).toBe(401)
  })

  it('a Firebase ID token identifies by uid before address', async () => {
    const both = { sub: manager.uid, email: 'root@demo.example', email_verified: true }
    expect((await as(both).get('users/me')).body).toMatchObject({ uid: manager.uid })
  })

  it('a Firebase ID token of an unknown user creates no user', async () => {
    const stranger = as({ sub: 'stranger', email: 'stranger@demo.example', email_verified: true })
    expect((await stranger.get('users/me')).status).toBe(401)
    const q = encodeURIComponent(JSON.stringify({ email: 'stranger@demo.example' }))
    expect((await root.get<{ meta: { count: number } }>(`users?q=${q}`)).body.meta.count).toBe(0)
  })

  it('a Firebase ID token has the role of the user’s record, and ends with the record', async () => {
    const caller = as({ sub: manager.uid, role: 'root', auth_time: Math.floor(Date.now() / 1000) - 60 })
    expect((await caller.get('companies')).status).toBe(403)
    await root.patch(`users/${manager.uid}`, { status: 'disabled' })
    expect((await caller.get('users/me')).status).toBe(401)
    await root.patch(`users/${manager.uid}`, { status: 'active' })
    // The sign-in from before is over: Firebase counts by the second.
    expect((await caller.get('users/me')).status).toBe(401)
    await new Promise(resolve => setTimeout(resolve, 1100))
    expect((await as({ sub: manager.uid }).get('users/me')).status).toBe(200)
  })
})

describe('an account change by a Firebase user', () => {
  it('notifies all devices of a Firebase user, since their sessions cannot be distinguished', async () => {
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

  it('answers cross-origin calls of the panel with CORS headers, errors included', async () => {
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

  it('download links use the server’s own origin, whatever origin serves the panel', async () => {
    const [media] = await listAll(root, 'medias', { status: 'completed' })
    const { body } = await root.get<{ url: string }>(`dl/medias/${media?.uid}/file`)
    expect(body.url.startsWith(`${own}/parse/blob/`)).toBe(true)
  })

  it('sends no CORS headers to other origins', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask('https://other.example', method, { 'Access-Control-Request-Method': 'GET' })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
