import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capabilities } from '~/model/capabilities'
import { type Api, api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { firebaseToken, takesFirebase } from '../support/server/firebase-token'
import { watch } from '../support/server/live-stream-client'
import { buySeats, newPerson } from '../support/server/new-person'
import { codeBefore } from '../support/server/one-time-code-app'
import { startServer, type TestServer } from '../support/server/test-server'

type Refused = { code?: string; fields?: object }
type Proof = { proof: string }
type Confirmed = Proof & { recoveryCodes: string[] }

let server: TestServer
let world: DemoWorld
let root: Api
beforeAll(async () => {
  server = await startServer({ demo: true, env: takesFirebase })
  world = await demoWorld(server)
  root = world.of('root').api
  await buySeats(world)
})
afterAll(() => server.stop())

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds
const byPassword = { firebase: { sign_in_provider: 'password' } }

/** The token of a sign-in with the password, some seconds ago. */
const signIn = (sub: string, seconds = 0, more: JWTPayload = {}) =>
  firebaseToken({ sub, auth_time: ago(seconds), ...byPassword, ...more })

const as = (token: string) => api(server.url, token)
const me = async (token: string) => {
  const { status, body } = await as(token).get<Refused>('users/me')
  return [status, body.code]
}

/** A user with a second factor, enabled in the Firebase session of `token`. */
const enrolled = async () => {
  const { uid } = await newPerson(server, world, 'admin', 'admin')
  const token = signIn(uid, 7_200)
  const { body } = await as(token).post<{ secret: string }>('me/second-factor', { password: signIn(uid) })
  const confirm = async () =>
    as(token).post<Confirmed>('me/second-factor/confirm', { code: await codeBefore(body.secret) })
  const first = await confirm()
  // The code expired on a busy machine: try again.
  const on = first.status === 422 ? await confirm() : first
  expect(on.status).toBe(200)
  return { uid, token, proof: on.body.proof, codes: on.body.recoveryCodes }
}

describe('the second factor of a user who signs in with Firebase', () => {
  it('requires a code once for each Firebase session, bound to the browser that gave it', async () => {
    const { uid, token, proof, codes } = await enrolled()
    expect(await me(`${token}~${proof}`)).toEqual([200, undefined])
    expect(await me(token)).toEqual([401, 'second_factor'])
    expect(await me(`${token}~${proof.slice(1)}`)).toEqual([401, 'second_factor'])
    const at = { auth_time: ago(60) }
    const other = signIn(uid, 60, at)
    expect(await me(`${other}~${proof}`)).toEqual([401, 'second_factor'])

    const wrong = await as(other).post<Refused>('me/second-factor/proof', { code: '000000' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_code'])
    const given = await as(other).post<Proof>('me/second-factor/proof', { code: codes[0] })
    expect(given.status).toBe(200)
    expect(await me(`${other}~${given.body.proof}`)).toEqual([200, undefined])
    // The next token of this session, and one of another sign-in in the same second.
    expect(await me(`${signIn(uid, 60, { ...at, iat: ago(5) })}~${given.body.proof}`)).toEqual([
      200,
      undefined,
    ])
    expect(await me(signIn(uid, 60, at))).toEqual([401, 'second_factor'])
    expect((await as(other).post('me/second-factor/proof', { code: codes[0] })).status).toBe(401)
  })

  it('limits wrong codes, also while the right one is among them', async () => {
    const { token, codes } = await enrolled()
    const attempt = (code = '000000') => as(token).post<Refused>('me/second-factor/proof', { code })
    for (let each = 0; each < 10; each++) expect((await attempt()).status).toBe(401)
    expect((await attempt(codes[0])).status).toBe(429)
  })

  it('ends open streams of other sessions when the second factor is enabled', async () => {
    const { uid } = await newPerson(server, world, 'admin', 'admin')
    const stream = await watch(server.url, { token: signIn(uid, 30) })
    const token = signIn(uid, 60)
    const { body } = await as(token).post<{ secret: string }>('me/second-factor', { password: signIn(uid) })
    await as(token).post('me/second-factor/confirm', { code: await codeBefore(body.secret) })
    expect(await stream.ended).toBe('ended')
  })

  it('changes the second factor only after a recent sign-in of the same user with the password', async () => {
    const { uid } = await newPerson(server, world, 'admin', 'admin')
    const { uid: other } = await newPerson(server, world, 'admin', 'admin')
    const token = signIn(uid, 7_200)
    const google = { firebase: { sign_in_provider: 'google.com' } }
    const refused = ['', 'new-password-1', token, signIn(other), signIn(uid, 400), signIn(uid, 0, google)]
    for (const password of refused) {
      const { status, body } = await as(token).post<Refused>('me/second-factor', { password })
      expect([status, body.fields]).toEqual([422, { password: 'wrong_old_password' }])
    }
    const possible = async (sent: string) =>
      (await as(sent).get<{ possible: boolean }>('me/second-factor')).body
    expect(await possible(token)).toMatchObject({ possible: true })
    expect(await possible(signIn(uid, 0, google))).toMatchObject({ possible: false })
  })

  it('needs no code any more once the second factor is off, and a new one after a change of the password', async () => {
    const { uid, token, proof } = await enrolled()
    const proved = `${token}~${proof}`
    expect((await root.patch(`users/${uid}`, { password: 'set-by-staff-1' })).status).toBe(200)
    // Access by earlier sign-ins has ended; a later one gives a code again.
    expect((await me(proved))[0]).toBe(401)
    expect(await me(proved)).not.toContain('second_factor')
    expect(await me(`${signIn(uid)}~${proof}`)).toEqual([401, 'second_factor'])
    const second = await enrolled()
    const off = await as(`${second.token}~${second.proof}`).call('DELETE', 'me/second-factor', {
      body: { password: signIn(second.uid) },
    })
    expect(off.status).toBe(200)
    expect(await me(second.token)).toEqual([200, undefined])
  })

  it('gives no proof to a session of this server', async () => {
    expect((await root.post('me/second-factor/proof', { code: '000000' })).status).toBe(401)
  })
})

describe('a view as another user from a Firebase session', () => {
  it('shows the panel as that user until the session is reported as ended', async () => {
    const [{ actor: by }, { actor: viewer }] = [world.of('root'), world.of('viewer')]
    const token = signIn(by.uid, 60)
    const opened = await as(token).post<{ token: string }>(`users/${viewer.uid}/viewAs`, {})
    expect(opened.status).toBe(200)
    const view = as(opened.body.token)
    expect((await view.get('users/me')).body).toMatchObject({ uid: viewer.uid })
    await as(signIn(by.uid, 30)).post('logout', {})
    expect((await view.get('users/me')).status).toBe(200)
    await as(token).post('logout', {})
    expect((await view.get('users/me')).status).toBe(401)
  })
})

it('lists what the panel may offer in the public configuration', async () => {
  expect((await api(server.url).get<object>('config')).body).toMatchObject({ capabilities })
})
