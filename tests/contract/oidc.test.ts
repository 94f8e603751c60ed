import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oidcBrowser } from '../support/browser/oidc-browser'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { type Account, client, startProvider, type TestProvider } from '../support/server/oidc-provider'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let provider: TestProvider
let world: DemoWorld
let root: Api
let company: string

beforeAll(async () => {
  const port = await freePort()
  server = await startServer({
    demo: true,
    env: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    },
  })
  provider = await startProvider(port, server.url)
  world = await demoWorld(server)
  root = world.of('root').api
  const made = await root.post<{ uid: string }>('companies', {
    name: 'By domain',
    authFqdn: 'Domain.example',
    role: 'editor',
  })
  company = made.body.uid
  for (const type of ['users', 'maxActive'])
    await root.post(`companies/${company}/purchases`, { type, quantity: 50 })
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

const known = (name: string, email: string, more: Partial<Account> = {}) =>
  provider.accounts.set(name, { email, email_verified: true, ...more })
const browser = () => oidcBrowser(server.url)
const seats = async () =>
  (await root.get<{ users: { total: number; active: number } }>(`companies/${company}`)).body.users
const eventsOf = async (uid: string) => {
  const q = encodeURIComponent(JSON.stringify({ object: `users/${uid}` }))
  const { body } = await root.get<{ results: { event: string; args: object }[] }>(`events?q=${q}`)
  return body.results.map(({ event }) => event)
}

describe('the sign-in options of the panel', () => {
  it('GET config reports that third-party sign-in is enabled', async () => {
    expect((await api(server.url).get('config')).body).toMatchObject({ thirdPartySignIn: true })
  })

  it('redirects to the provider with PKCE, state and nonce, without a secret in the URL', async () => {
    const { address, verifier, flow } = await browser().begin()
    const asked = new URL(address).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('response_type')).toBe('code')
    expect(asked.get('state')).toBe(flow)
    expect(asked.get('nonce')).toMatch(/^[\w-]{40,}$/)
    expect(asked.get('redirect_uri')).toBe(`${server.url}/parse/oidc/callback`)
    expect(address).not.toContain(verifier)
  })
})

describe('third-party sign-in of a known user', () => {
  it('signs in a known user by verified e-mail address, ignoring case', async () => {
    known('maya', 'Manager@Demo.example')
    const { status, body } = await browser().signIn('maya')
    expect(status).toBe(200)
    expect(body).toMatchObject({ email: 'manager@demo.example', isNew: false })
    expect(body.sessionToken).toMatch(/^r:/)
    expect((await api(server.url, body.sessionToken).get('users/me')).status).toBe(200)
    expect((await root.get(`users/${body.uid}`)).body).toMatchObject({ thirdParty: true })
  })

  it('recognizes a linked third-party account after its e-mail address changed', async () => {
    known('vic', 'viewer@demo.example')
    const first = (await browser().signIn('vic')).body
    known('vic', 'root@demo.example')
    const again = await browser().signIn('vic')
    expect(again.body).toMatchObject({ uid: first.uid, email: 'viewer@demo.example' })
  })

  it('refuses a second third-party account with the same address until staff unlink the first', async () => {
    known('one', 'editor@demo.example')
    const { uid, sessionToken } = (await browser().signIn('one')).body
    known('two', 'editor@demo.example')
    expect((await browser().signIn('two')).body.code).toBe('other_account')
    expect((await root.patch(`users/${uid}/dropThirdParty`)).body).toMatchObject({ thirdParty: false })
    expect((await api(server.url, sessionToken).get('users/me')).status).toBe(401)
    expect((await browser().signIn('two')).body.uid).toBe(uid)
    expect((await browser().signIn('one')).body.code).toBe('other_account')
  })

  it('refuses a third-party sign-in whose address is unverified or lacks email_verified', async () => {
    known('unverified', 'partner@demo.example', { email_verified: false })
    known('silent', 'partner@demo.example', { email_verified: undefined })
    for (const account of ['unverified', 'silent']) {
      const { status, body } = await browser().signIn(account)
      expect([status, body.code]).toEqual([403, 'email_unverified'])
    }
  })

  it('refuses a third-party sign-in without an address with the code email_missing', async () => {
    provider.accounts.set('nameless', { email: '' })
    const { status, body } = await browser().signIn('nameless')
    expect([status, body.code]).toEqual([403, 'email_missing'])
  })

  it.each(['disabled', 'deleted'])('refuses a third-party sign-in of a %s user', async status => {
    const email = `${status}@domain.example`
    known(status, email)
    const { uid } = (await browser().signIn(status)).body
    if (status === 'deleted') await root.del(`users/${uid}`)
    else await root.patch(`users/${uid}`, { status })
    const refused = await browser().signIn(status)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_closed'])
  })

  it('a third-party sign-in activates an invited user and takes a seat', async () => {
    const email = 'invited@domain.example'
    const invitation = { email, lang: 'fr', role: 'viewer', company: { ref: `companies/${company}` } }
    const { uid } = (await root.post<{ uid: string }>('user-invite', invitation)).body
    known('invited', email, { given_name: 'Inès', family_name: 'Vitée' })
    const before = await seats()
    const { status, body } = await browser().signIn('invited')
    expect(status).toBe(200)
    expect(body).toMatchObject({ uid, role: 'viewer', isNew: false })
    const record = (await root.get(`users/${uid}`)).body
    expect(record).toMatchObject({ status: 'active', firstname: 'Inès', lastname: 'Vitée', lang: 'fr' })
    expect(await seats()).toMatchObject({ total: before.total + 1, active: before.active + 1 })
  })
})

describe('third-party sign-in of a new user', () => {
  it('creates a third-party user in the company of the e-mail domain, with its role and a seat', async () => {
    known('nina', 'Nina@DOMAIN.example', { given_name: 'Nina', family_name: 'Nouvelle', locale: 'fr-FR' })
    const before = await seats()
    const { status, body } = await browser().signIn('nina')
    expect([status, body.isNew]).toEqual([200, true])
    const record = (await root.get(`users/${body.uid}`)).body
    expect(record).toMatchObject({
      email: 'nina@domain.example',
      firstname: 'Nina',
      lastname: 'Nouvelle',
      lang: 'fr',
      role: 'editor',
      status: 'active',
      thirdParty: true,
      company: { ref: `companies/${company}` },
    })
    expect(record.termsAgreement ?? null).toBeNull()
    expect(await seats()).toMatchObject({ total: before.total + 1, active: before.active + 1 })
    expect((await eventsOf(body.uid)).sort()).toEqual(['create', 'update'])
    expect((await browser().signIn('nina')).body).toMatchObject({ uid: body.uid, isNew: false })
  })

  it('creates one user for two concurrent first sign-ins', async () => {
    known('twin', 'twin@domain.example')
    const answers = await Promise.all([browser().signIn('twin'), browser().signIn('twin')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.uid)).size).toBe(1)
  })

  it.each(['stranger@nowhere.example', 'stranger@sub.domain.example', 'stranger@notdomain.example'])(
    'refuses a new third-party user whose domain belongs to no company: %s',
    async email => {
      known(email, email)
      const { status, body } = await browser().signIn(email)
      expect([status, body.code]).toEqual([404, 'user_not_found'])
    },
  )

  it('limits the default role of a domain’s new user to manager', async () => {
    expect((await root.patch(`companies/${company}`, { role: 'admin' })).status).toBe(200)
    known('climber', 'climber@domain.example')
    expect((await browser().signIn('climber')).body.role).toBe('manager')
    await root.patch(`companies/${company}`, { role: null })
    known('none', 'none@domain.example')
    expect((await browser().signIn('none')).body.code).toBe('no_role')
    await root.patch(`companies/${company}`, { role: 'editor' })
  })

  it('refuses a new third-party user of a company without a free seat, and creates no record', async () => {
    const full = { name: 'Full', authFqdn: 'full.example', role: 'viewer' }
    await root.post('companies', full)
    known('late', 'late@full.example')
    const { status, body } = await browser().signIn('late')
    expect([status, body.code]).toEqual([409, 'quota'])
    const q = encodeURIComponent(JSON.stringify({ email: 'late@full.example' }))
    expect((await root.get<{ meta: { count: number } }>(`users?q=${q}`)).body.meta.count).toBe(0)
  })

  it('refuses a domain that another company has', async () => {
    const claim = (name: string) => root.post('companies', { name, authFqdn: 'both.example' })
    expect([(await claim('First')).status, (await claim('Second')).status]).toEqual([201, 422])
  })
})

describe('a third-party sign-in that was tampered with', () => {
  const begun = async (account = 'maya') => {
    const own = browser()
    const began = await own.begin()
    return { own, began, end: await own.finish(began, { account }) }
  }

  it('exchanges a sign-in code once, and only with the verifier of its page', async () => {
    const { own, began, end } = await begun()
    const other = await browser().begin()
    const stolen = await own.exchange(end.word.code, other.verifier)
    expect([stolen.status, stolen.body.code]).toEqual([403, 'third_party_refused'])
    // A wrong verifier consumes the code.
    expect((await own.exchange(end.word.code, began.verifier)).status).toBe(403)
    const second = await begun()
    expect((await second.own.exchange(second.end.word.code, second.began.verifier)).status).toBe(200)
    expect((await second.own.exchange(second.end.word.code, second.began.verifier)).status).toBe(403)
  })

  it('refuses an OIDC callback in a browser that did not start the sign-in', async () => {
    const own = browser()
    const began = await own.begin()
    const form = await own.go(began.address)
    const response = await own.go(form.address, {
      method: 'POST',
      body: new URLSearchParams({ account: 'maya' }),
    })
    const { flow, word } = await browser()
      .go(response.address)
      .then(({ text }) => ({
        flow: /data-flow="([^"]*)"/.exec(text)?.[1],
        word: /third_party_refused/.test(text),
      }))
    expect([flow, word]).toEqual(['', true])
  })

  it('refuses an OIDC callback with another state, or a repeated one', async () => {
    const { own, end } = await begun()
    const again = await own.go(end.address)
    expect(again.text).toContain('third_party_refused')
    const fresh = await own.begin()
    const mixed = new URL(end.address)
    mixed.searchParams.set('state', fresh.flow)
    const { text } = await own.go(mixed.href)
    expect(text).toContain('third_party_refused')
  })

  it('reports a sign-in cancelled at the provider', async () => {
    const own = browser()
    const { word } = await own.finish(await own.begin(), { refuse: '1' })
    expect(word).toEqual({ problem: 'third_party_refused' })
  })

  it('serves an OIDC callback page whose CSP allows only its own script, with no-store', async () => {
    const answer = await fetch(`${server.url}/parse/oidc/callback?state=%22%3E%3Cscript%3E&code=x`)
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).not.toContain('"><script>&')
  })
})

describe('password sign-in next to third-party sign-in', () => {
  it('keeps password sign-in, and sets no password for a new third-party user', async () => {
    known('only', 'only@domain.example')
    const { uid } = (await browser().signIn('only')).body
    expect(
      (await api(server.url).post('login', { email: 'only@domain.example', password: 'x' })).status,
    ).toBe(404)
    expect((await login(server.url, 'admin@demo.example', 'demo-password-for-tests')).token).toMatch(/^r:/)
    await root.patch(`users/${uid}`, { password: 'secret22' })
    expect((await login(server.url, 'only@domain.example', 'secret22')).token).toMatch(/^r:/)
  })
})
