import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consumeKey, deleteExpiredKeys, isKey, rotateKey } from '~/server/features/one-time-links/open-link'
import { migratedDatabase } from '../support/database/server-database'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

type Answer = {
  code?: string
  params?: Record<string, unknown>
  fields?: Record<string, string>
  sessionToken?: string
  status?: string
  [key: string]: unknown
}

let server: TestServer
let world: DemoWorld
let root: Api
let nobody: Api
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
  nobody = api(server.url)
})
afterAll(() => server.stop())

let made = 0
const home = () => ({ ref: `companies/${world.of('admin').actor.company}` })

/** Invites a user and returns the link in the e-mail. */
const invite = async (more: object = {}) => {
  const email = `newcomer${++made}@people.example`
  const { body } = await root.post<{ uid: string }>('user-invite', {
    origin: 'invitation',
    email,
    lang: 'fr',
    role: 'viewer',
    company: home(),
    ...more,
  })
  return { uid: body.uid, email, ...(await lastLink(root, email)) }
}
const good = { firstname: 'Ève', lastname: 'Lune', password: 'secret1', termsAgreement: 1 }
const ask = (hash: string, type = 'invite') => nobody.get<Answer>(`onboarding/${type}/${hash}`)
const answer = (hash: string, body: object = good, type = 'invite') =>
  nobody.post<Answer>(`onboarding/${type}/${hash}`, body)
const reasonOf = ({ body }: { body: Answer }) => [body.code, body.params?.reason]
const userOf = async (uid: string) => (await root.get<Answer>(`users/${uid}`)).body

describe('the link of an invitation', () => {
  it('the invitation e-mail is in the invited user’s language, and its link ignores host headers', async () => {
    const { link, lang, subject, uid, text } = await invite()
    expect(link).toMatch(new RegExp(`^http://localhost:${server.env.PORT}/onboarding/${uid}-[0-9a-f]{48}$`))
    expect([lang, subject]).toEqual(['fr', expect.stringContaining('Musée du Littoral')])
    expect(text).toContain('Bonjour')
    const host = 'evil.example'
    const email = 'poisoned@people.example'
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${root.token}`,
      'X-Forwarded-Host': host,
      Origin: `https://${host}`,
      Forwarded: `host=${host}`,
    }
    const body = JSON.stringify({ email, lang: 'en', role: 'viewer', company: home() })
    await fetch(`${server.url}/parse/user-invite`, { method: 'POST', headers, body })
    expect((await lastLink(root, email)).link).toMatch(/^http:\/\/localhost:/)
  })

  it('an invitation shows the recipient, activates the account, opens a session, and works once', async () => {
    const { uid, hash, email } = await invite()
    expect((await ask(hash)).body).toEqual({
      type: 'invite',
      email,
      lang: 'fr',
      firstname: '',
      lastname: '',
      company: 'Musée du Littoral',
    })
    const { status, body } = await answer(hash)
    expect([status, body.objectId, body.email, body.lang]).toEqual([200, uid, email, 'fr'])
    expect(body.sessionToken).toMatch(/^r:/)
    expect(JSON.stringify(body)).not.toMatch(/secret1|password/)
    expect((await api(server.url, body.sessionToken).get('users/me')).status).toBe(200)
    await login(server.url, email, 'secret1')
    expect(await userOf(uid)).toMatchObject({
      status: 'active',
      isActive: true,
      firstname: 'Ève',
      lastname: 'Lune',
      termsAgreement: 1,
    })
    for (const again of [await ask(hash), await answer(hash)])
      expect([again.status, ...reasonOf(again)]).toEqual([404, 'OB2', 'key'])
  })

  it('records the acceptance in the history as the user’s own change, without key or password', async () => {
    const { uid, hash } = await invite()
    await answer(hash)
    const events = await listAll<{ uid: string; event: string; user: { ref: string }; args: object }>(
      root,
      'events',
      { object: `users/${uid}` },
    )
    const update = events.find(({ event }) => event === 'update')
    expect(update?.user.ref).toBe(`users/${uid}`)
    expect(update?.args).toMatchObject({
      changes: { status: ['pending', 'active'], termsAgreement: [null, 1] },
    })
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`secret1|${hash.split('-')[1]}`))
  })

  it('an invitation accepted concurrently opens one account', async () => {
    for (let round = 0; round < 5; round++) {
      const { hash } = await invite()
      const answers = await Promise.all([answer(hash), answer(hash), answer(hash), answer(hash)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    }
  })

  it('resending an invitation creates another link and invalidates the first', async () => {
    const first = await invite()
    await root.post('user-invite', { email: first.email, lang: 'es', role: 'root' })
    const second = await lastLink(root, first.email)
    expect(second.hash).not.toBe(first.hash)
    expect(reasonOf(await answer(first.hash))).toEqual(['OB2', 'key'])
    // Resending does not change the invitation's language and role.
    expect((await answer(second.hash)).body).toMatchObject({ lang: 'fr', role: 'viewer' })
  })
})

describe('an invalid link, which leaves the account unchanged', () => {
  it.each([
    ['without a dash', 'abcdef', 'invite'],
    ['of an unknown kind', 'abc-def', 'else'],
  ])('refuses a link %s with OB1', async (_name, hash, type) => {
    const refused = await ask(hash, type)
    expect([refused.status, ...reasonOf(refused)]).toEqual([400, 'OB1', 'incomplete'])
    expect(reasonOf(await answer(hash, good, type))).toEqual(['OB1', 'incomplete'])
  })

  it('refuses a link whose key is wrong, truncated, another user’s or of another purpose with OB2', async () => {
    const [mine, other] = [await invite(), await invite()]
    const [uid = '', key = ''] = mine.hash.split('-')
    const wrong = [`${uid}-`, `${uid}-${'0'.repeat(48)}`, mine.hash.slice(0, -1), `${mine.hash}0`]
    const foreign = `${other.hash.split('-')[0]}-${key}`
    for (const hash of [...wrong, foreign]) expect(reasonOf(await answer(hash))).toEqual(['OB2', 'key'])
    expect(reasonOf(await answer(mine.hash, good, 'reset'))).toEqual(['OB2', 'key'])
    expect((await userOf(uid)).status).toBe('pending')
    expect((await ask(mine.hash)).status).toBe(200)
  })

  it('refuses a link of a disabled user with OB3', async () => {
    const { uid, hash, email } = await invite()
    expect((await answer(hash)).status).toBe(200)
    await nobody.post('requestPasswordReset', { email })
    const reset = (await lastLink(root, email)).hash
    await root.patch(`users/${uid}`, { status: 'disabled' })
    const refused = await ask(reset, 'reset')
    expect([refused.status, ...reasonOf(refused)]).toEqual([403, 'OB3', 'disabled'])
  })

  it('refuses a link of a deleted user with OB4', async () => {
    const { uid, hash } = await invite()
    await root.del(`users/${uid}`)
    expect(reasonOf(await ask(hash))).toEqual(['OB4', 'gone'])
    expect(reasonOf(await answer(hash))).toEqual(['OB4', 'gone'])
  })

  it('refuses an acceptance without agreement, names or free seat with OB5, and accepts it corrected', async () => {
    const { body: company } = await root.post<{ uid: string }>('companies', { name: 'One seat' })
    const place = { company: { ref: `companies/${company.uid}` } }
    const buy = (type: string) => root.post(`companies/${company.uid}/purchases`, { type, quantity: 1 })
    const { uid, hash } = await invite(place)
    expect(reasonOf(await answer(hash, { ...good, termsAgreement: 2 }))).toEqual(['OB5', 'terms'])
    const nameless = await answer(hash, { ...good, firstname: ' ' })
    expect([...reasonOf(nameless), nameless.body.fields]).toEqual(['OB5', 'names', { firstname: 'required' }])
    const full = await answer(hash)
    expect([full.status, ...reasonOf(full), full.body.params?.left]).toEqual([409, 'OB5', 'quota', 0])
    expect(await userOf(uid)).toMatchObject({ status: 'pending', firstname: null, termsAgreement: null })
    await Promise.all([buy('users'), buy('maxActive')])
    expect((await answer(hash)).status).toBe(200)
    const second = await invite(place)
    expect(reasonOf(await answer(second.hash))).toEqual(['OB5', 'quota'])
  })

  it.each([
    ['', 'required'],
    ['short', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    [{ not: 'text' }, 'invalid'],
  ])('refuses the password %j with OB6', async (password, code) => {
    const { uid, hash } = await invite()
    const refused = await answer(hash, { ...good, password })
    expect([refused.status, ...reasonOf(refused), refused.body.fields]).toEqual([
      422,
      'OB6',
      code,
      { password: code },
    ])
    expect((await userOf(uid)).status).toBe('pending')
    expect((await ask(hash)).status).toBe(200)
  })
})

describe('keys of one-time links', () => {
  it('keys expire, serve one purpose and one user, and are stored as hashes', async () => {
    const { database, close } = await migratedDatabase()
    try {
      const key = await rotateKey(database, 'invite', 'someone')
      expect(await isKey(database, 'invite', 'someone', key)).toBe(true)
      expect(await isKey(database, 'reset', 'someone', key)).toBe(false)
      expect(await isKey(database, 'invite', 'someone-else', key)).toBe(false)
      await database.run(sql`update auth_verification set "expiresAt" = now() - interval '1 second'`)
      expect(await isKey(database, 'invite', 'someone', key)).toBe(false)
      expect(await consumeKey(database, 'invite', 'someone', key)).toBe(false)
      expect(await deleteExpiredKeys(database)).toBe(1)
      const another = await rotateKey(database, 'group', 'someone')
      const rows = await database.query(sql`select value from auth_verification`)
      expect(JSON.stringify(rows)).not.toContain(another)
      expect(await consumeKey(database, 'group', 'someone', another)).toBe(true)
      expect(await consumeKey(database, 'group', 'someone', another)).toBe(false)
    } finally {
      await close()
    }
  })

  it('answers 429 to every link after 30 wrong keys from one address', async () => {
    const own = await startServer()
    try {
      const guesser = api(own.url)
      const guess = () => guesser.get<Answer>('onboarding/invite/abc-def')
      for (let tries = 0; tries < 30; tries++) expect((await guess()).status).toBe(404)
      const { status, headers, body } = await guess()
      expect([status, body.code]).toEqual([429, 'too_many_requests'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    } finally {
      await own.stop()
    }
  })
})
