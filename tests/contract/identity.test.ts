import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users as en } from '~/i18n/en/users'
import { users as es } from '~/i18n/es/users'
import { users as fr } from '~/i18n/fr/users'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

type Me = {
  uid: string
  objectId: string
  sessionToken: string
  role: string
  code?: number | string
  error?: string
}

let server: TestServer
let world: DemoWorld
let root: Api
let made = 0

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const newUser = async (more: object = {}) => {
  const email = `person${++made}@new.example`
  const company = { ref: `companies/${world.of('admin').actor.company}` }
  const { body } = await root.post<Me>('users', {
    firstname: 'New',
    lastname: 'Person',
    email,
    password: 'secret1',
    role: 'viewer',
    lang: 'es',
    company,
    origin: 'creation',
    ...more,
  })
  return { uid: body.uid, email }
}
const attempt = (email: string, password: string) =>
  api(server.url).post<Me>('login', { username: email, password })
const isIn = async (caller: Api) => (await caller.get('users/me')).status === 200

describe('sign-in', () => {
  it('sign-in returns the user and a token in Parse’s format', async () => {
    const { status, body } = await attempt(' Admin@Demo.example ', demoPassword)
    expect(status).toBe(200)
    expect(body.sessionToken).toMatch(/^r:/)
    expect(body.objectId).toBe(body.uid)
    expect(JSON.stringify(body)).not.toMatch(/password|messageToken/)
  })

  it('sign-in accepts addresses with invisible or decomposed characters', async () => {
    const { email } = await newUser({ email: 'Zo\u00E9@New.example\u200B', password: 'secret1' })
    expect(email).toBeDefined()
    for (const typed of ['zo\u00E9@new.example', 'zoe\u0301@new.example', '\u200Ezo\u00E9@new.example\u2069'])
      expect((await attempt(typed, 'secret1')).status).toBe(200)
  })

  it('distinguishes an unknown user from a wrong password', async () => {
    expect((await attempt('nobody@demo.example', 'whatever')).body).toMatchObject({
      code: 101,
      error: 'User not found',
    })
    expect((await attempt('viewer@demo.example', 'whatever')).body).toMatchObject({
      code: 101,
      error: 'Wrong password',
    })
  })

  it('accepts the text bodies with a token that the Parse SDK sends', async () => {
    const { body } = await attempt('editor@demo.example', demoPassword)
    const answer = await fetch(`${server.url}/parse/users/me`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify({ _method: 'GET', _SessionToken: body.sessionToken, _ApplicationId: 'x' }),
    })
    expect(await answer.json()).toMatchObject({ objectId: body.uid, sessionToken: body.sessionToken })
    const withHeader = await fetch(`${server.url}/parse/users/me`, {
      headers: { 'X-Parse-Session-Token': body.sessionToken },
    })
    expect(withHeader.status).toBe(200)
  })

  it('answers 209 to an expired token', async () => {
    const { status, body } = await api(server.url, 'r:dead').get<Me>('users/me')
    expect([status, body.code]).toEqual([401, 209])
  })

  it('limits sign-in of one account after 10 wrong passwords, without affecting others', async () => {
    const { email } = await newUser()
    for (let tries = 0; tries < 10; tries++) expect((await attempt(email, 'wrong')).status).toBe(404)
    const { status, headers } = await attempt(email, 'secret1')
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await attempt('viewer@demo.example', demoPassword)).status).toBe(200)
  })
})

describe('the end of a session', () => {
  const cases: [string, (user: { uid: string; email: string }, session: Api) => Promise<unknown>][] = [
    ['on sign-out', (_user, session) => session.post('logout')],
    ['when the user is disabled', user => root.patch(`users/${user.uid}`, { status: 'disabled' })],
    ['when the user is deleted', user => root.del(`users/${user.uid}`)],
    ['when the role changes', user => root.patch(`users/${user.uid}`, { role: 'editor' })],
    ['when another sets the password', user => root.patch(`users/${user.uid}`, { password: 'another1' })],
  ]
  it.each(cases)('ends a session immediately %s', async (_name, end) => {
    const user = await newUser()
    const session = await login(server.url, user.email, 'secret1')
    expect(await isIn(session)).toBe(true)
    await end(user, session)
    expect(await isIn(session)).toBe(false)
  })

  it('a change of the user’s own password ends their other sessions only', async () => {
    const { uid, email } = await newUser()
    const [here, there] = [
      await login(server.url, email, 'secret1'),
      await login(server.url, email, 'secret1'),
    ]
    expect((await here.patch(`users/${uid}`, { password: 'better22' })).body.fields).toEqual({
      oldPassword: 'wrong_old_password',
    })
    expect((await here.patch(`users/${uid}`, { password: 'better22', oldPassword: 'secret1' })).status).toBe(
      200,
    )
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect((await attempt(email, 'better22')).status).toBe(200)
  })
})

describe('users', () => {
  it('refuses a second user with the same address, ignoring case', async () => {
    const { email } = await newUser()
    const { status, body } = await root.post('users', {
      firstname: 'B',
      lastname: 'B',
      email: email.toUpperCase(),
      password: 'secret1',
      role: 'viewer',
      lang: 'fr',
    })
    expect([status, body.code, body.message]).toEqual([
      409,
      'user_exists',
      'User already exists. Please verify the email address.',
    ])
  })

  it('creates one user when the same address is sent concurrently', async () => {
    const twin = {
      firstname: 'T',
      lastname: 'W',
      email: 'twin@new.example',
      password: 'secret1',
      role: 'viewer',
      lang: 'fr',
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => root.post('users', twin)))
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(answers.find(answer => answer.status === 409)?.body.code).toBe('user_exists')
  })

  it('a deleted user cannot sign in, and their address is free', async () => {
    const { uid, email } = await newUser()
    const { body } = await root.del(`users/${uid}`)
    expect(body).toMatchObject({
      status: 'deleted',
      isActive: false,
      deletedBy: { ref: `users/${world.of('root').actor.uid}` },
    })
    expect(typeof body.deletedAt).toBe('string')
    expect((await attempt(email, 'secret1')).status).toBe(404)
    expect(
      (
        await root.post('users', {
          firstname: 'B',
          lastname: 'B',
          email,
          password: 'secret1',
          role: 'viewer',
          lang: 'fr',
        })
      ).status,
    ).toBe(201)
  })

  it('users of lower rank cannot read, change or promote to higher ranks', async () => {
    const { api: admin, actor } = world.of('admin')
    const company = { ref: `companies/${world.of('partner').actor.company}` }
    const boss = await newUser({ role: 'partner', company })
    const { email } = await newUser({ role: 'admin', company })
    const below = await login(server.url, email, 'secret1')
    expect((await below.get(`users/${boss.uid}`)).status).toBe(404)
    expect((await below.patch(`users/${boss.uid}`, { password: 'taken123' })).status).toBe(404)
    expect((await below.del(`users/${boss.uid}`)).status).toBe(404)
    const clerk = await newUser()
    expect((await admin.patch(`users/${clerk.uid}`, { role: 'root' })).body.code).toBe('forbidden_role')
    expect((await admin.patch(`users/${actor.uid}`, { role: 'root' })).body.code).toBe('forbidden_role')
  })

  it('users change only their own names, language and password', async () => {
    const { api: viewer, actor } = world.of('viewer')
    expect((await viewer.patch(`users/${actor.uid}`, { lang: 'fr', firstname: 'Victor' })).status).toBe(200)
    for (const body of [
      { role: 'root' },
      { email: 'x@y.example' },
      { status: 'disabled' },
      { company: { ref: 'companies/x' } },
      { notifications: true },
    ])
      expect((await viewer.patch(`users/${actor.uid}`, body)).status).toBe(403)
  })

  it('users have a role label in the reader’s language', async () => {
    type User = { uid: string; role: 'viewer'; roleLabel: string }
    const { api: reader, actor } = world.of('admin')
    for (const [lang, texts] of Object.entries({ fr, es, en })) {
      await root.patch(`users/${actor.uid}`, { lang })
      const users = await listAll<User>(reader, 'users')
      expect(users.length).toBeGreaterThan(2)
      for (const { role, roleLabel } of users) expect(roleLabel).toBe(texts.roles[role])
      const { body } = await reader.get<User>(`users/${actor.uid}`)
      expect(body.roleLabel).toBe(texts.roles[body.role])
    }
  })

  it('users count in their company’s seats', async () => {
    type Company = { users: { total: number; active: number } }
    const path = `companies/${world.of('admin').actor.company}`
    const seats = async () => (await root.get<Company>(path)).body.users
    const before = await seats()
    const { uid } = await newUser()
    expect(await seats()).toMatchObject({ total: before.total + 1, active: before.active + 1 })
    await root.patch(`users/${uid}`, { status: 'disabled' })
    expect(await seats()).toMatchObject({ total: before.total + 1, active: before.active })
    await root.del(`users/${uid}`)
    expect(await seats()).toMatchObject({ total: before.total, active: before.active })
  })
})
