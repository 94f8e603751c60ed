import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { firebaseTokens, isFirebaseToken } from '~/server/features/firebase/firebase-users'
import { ConfigError, readConfig } from '~/server/platform/config/config'
import { newSessionToken } from '~/server/platform/crypto/tokens'

const projectId = 'demo-vecto'
const issuer = `https://securetoken.google.com/${projectId}`
const now = () => Math.floor(Date.now() / 1000)
const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: projectId,
  sub: 'u1',
  iat: now(),
  exp: now() + 3600,
  auth_time: now() - 10,
  email: 'Ada@Demo.example',
  email_verified: true,
  ...more,
})

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
let ours: Pair
let others: Pair
beforeAll(async () => {
  ;[ours, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
})

const reader = async () => {
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256' }],
  })
  return firebaseTokens({ projectId, keys })
}
const signed = (payload: JWTPayload, pair = ours) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(pair.privateKey)
const unsigned = (payload: JWTPayload) => new UnsecuredJWT(payload).encode()

describe('Firebase ID token', () => {
  it('an ID token identifies the user by uid and, when verified, by e-mail address', async () => {
    const read = await reader()
    expect(await read(await signed(claims()))).toMatchObject({ uid: 'u1', email: 'ada@demo.example' })
    expect(await read(await signed(claims({ email_verified: false })))).toMatchObject({
      uid: 'u1',
      email: null,
    })
  })

  it('an ID token states how and when its user signed in', async () => {
    const read = await reader()
    const since = now() - 30
    const more = { auth_time: since, firebase: { sign_in_provider: 'password' } }
    expect(await read(await signed(claims(more)))).toMatchObject({ signIn: { provider: 'password', since } })
    expect(await read(await signed(claims({ auth_time: since })))).toMatchObject({
      signIn: { provider: '', since },
    })
  })

  it.each<[string, JWTPayload]>([
    ['of another project', { aud: 'other' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['that has expired', { exp: now() - 60 }],
    ['without an expiry', { exp: undefined }],
    ['without a subject', { sub: '' }],
    ['with a sign-in in the future', { auth_time: now() + 600 }],
    ['without a sign-in time', { auth_time: undefined }],
  ])('rejects an ID token %s', async (_, more) => {
    expect(await (await reader())(await signed(claims(more)))).toBeUndefined()
  })

  it('rejects an ID token signed by another key or unsigned', async () => {
    const read = await reader()
    expect(await read(await signed(claims(), others))).toBeUndefined()
    expect(await read(unsigned(claims()))).toBeUndefined()
    const hmac = new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    expect(await read(await hmac.sign(new TextEncoder().encode('k'.repeat(32))))).toBeUndefined()
  })

  it('reading an ID token fails with status 503 while the public keys cannot be loaded', async () => {
    const read = firebaseTokens({ projectId, keys: () => Promise.reject(new TypeError('fetch failed')) })
    await expect(read(await signed(claims()))).rejects.toMatchObject({ status: 503 })
  })

  it('distinguishes an ID token from a session token', async () => {
    expect(isFirebaseToken(newSessionToken())).toBe(false)
    expect(isFirebaseToken(await signed(claims()))).toBe(true)
    expect(isFirebaseToken(unsigned(claims()))).toBe(true)
  })
})

describe('emulator token', () => {
  const read = firebaseTokens({ projectId, emulator: true })

  it('accepts an unsigned emulator token of this project only', async () => {
    expect(await read(unsigned(claims()))).toMatchObject({ uid: 'u1', email: 'ada@demo.example' })
    expect(await read(unsigned(claims({ aud: 'other' })))).toBeUndefined()
    expect(await read(unsigned(claims({ exp: now() - 60 })))).toBeUndefined()
    expect(await read('a.b.')).toBeUndefined()
  })
})

describe('Firebase settings', () => {
  const read = (env: NodeJS.ProcessEnv) => () => readConfig({ NODE_ENV: 'test', ...env }, '1')

  it.each([
    ['production', { FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: '1', NODE_ENV: 'production' }],
    ['begins with demo-', { FIREBASE_PROJECT_ID: 'a-real-one', FIREBASE_EMULATOR: '1' }],
    ['begins with demo-', { FIREBASE_EMULATOR: '1' }],
    ['FIREBASE_PROJECT_ID', { FIREBASE_PANEL_ORIGIN: 'https://p.web.app' }],
    [
      'FIREBASE_PANEL_ORIGIN',
      { FIREBASE_PROJECT_ID: projectId, FIREBASE_PANEL_ORIGIN: 'https://p.web.app/x' },
    ],
    ['FIREBASE_PROJECT_ID', { FIREBASE_PROJECT_ID: 'https://p.web.app' }],
  ])('rejects Firebase settings with an error that names %s: %j', (word, env) => {
    expect(read(env)).toThrow(ConfigError)
    expect(read(env)).toThrow(word)
  })

  it('Firebase settings accept several origins, and the emulator for a demo project', () => {
    const origin = 'https://p.web.app, http://localhost:5000/'
    const env = { FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: '1', FIREBASE_PANEL_ORIGIN: origin }
    expect(read(env)()).toMatchObject({
      FIREBASE_EMULATOR: true,
      FIREBASE_PANEL_ORIGIN: ['https://p.web.app', 'http://localhost:5000'],
    })
  })
})
