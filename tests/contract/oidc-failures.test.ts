import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oidcBrowser } from '../support/browser/oidc-browser'
import { api, login } from '../support/server/api'
import { freePort } from '../support/server/free-port'
import { type Liar, type Lie, startLiar } from '../support/server/lying-provider'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let port: number
/** Started by the second test: the first one needs an unreachable provider. */
let liar: Liar
beforeAll(async () => {
  port = await freePort()
  server = await startServer({
    demo: true,
    env: { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'vecto' },
  })
})
afterAll(async () => {
  liar.stop()
  await server.stop()
})

/** Returns from the provider after a successful sign-in there. */
const comeBack = async (lie: Lie) => {
  liar.told.lie = lie
  const browser = oidcBrowser(server.url)
  const began = await browser.begin()
  liar.told.nonce = new URL(began.address).searchParams.get('nonce') ?? ''
  const { text } = await browser.go(`${server.url}/parse/oidc/callback?code=x&state=${began.flow}`)
  return { browser, began, text }
}

const passwordStillServes = async () =>
  expect((await login(server.url, 'admin@demo.example', demoPassword)).token).toMatch(/^r:/)

describe('an identity provider', () => {
  it('starts without a reachable identity provider, and keeps password sign-in', async () => {
    const { status, headers, body } = await api(server.url).post('oidc/start', {})
    expect([status, body.code]).toEqual([503, 'third_party_down'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await passwordStillServes()
  })

  it('rejects a provider whose discovery document is invalid or has another issuer, then retries', async () => {
    liar = await startLiar(port)
    for (const lie of ['html', 'issuer'] as const) {
      liar.told.lie = lie
      const { status, body } = await api(server.url).post('oidc/start', {})
      expect([lie, status, body.code]).toEqual([lie, 503, 'third_party_down'])
      await passwordStillServes()
    }
    liar.told.lie = 'nothing'
    expect((await api(server.url).post('oidc/start', {})).status).toBe(200)
  })

  it.each([
    ['signature', 'third_party_refused'],
    ['nonce', 'third_party_refused'],
    ['audience', 'third_party_refused'],
    ['expired', 'third_party_refused'],
    ['token-html', 'third_party_down'],
  ] satisfies [Lie, string][])('refuses a sign-in whose ID token has a wrong %s', async (lie, problem) => {
    expect((await comeBack(lie)).text).toContain(problem)
  })

  it('accepts a sign-in whose ID token is correct in all of these', async () => {
    const { browser, began, text } = await comeBack('nothing')
    const code = /code&quot;:&quot;([\w-]+)/.exec(text)?.[1]
    expect((await browser.exchange(code, began.verifier)).body).toMatchObject({
      email: 'manager@demo.example',
    })
  })
})

describe('a server without a provider', () => {
  it('a server without a provider reports no third-party sign-in and answers 404', async () => {
    const bare = await startServer()
    const { capabilities: _, ...rest } = (await api(bare.url).get<Record<string, unknown>>('config')).body
    // It has no account yet.
    expect(rest).toEqual({ thirdPartySignIn: false, setup: true })
    expect((await api(bare.url).post('oidc/start', {})).status).toBe(404)
    expect((await api(bare.url).post('oidc/session', { code: 'x', verifier: 'y' })).status).toBe(404)
    await bare.stop()
  })
})
