import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { accountCalls } from '~/src/features/profile/account-calls'
import { fakeApi, refusing } from '../support/panel/fake-api'

/** The account calls, with a server that returns these responses. */
const account = (answers: Readonly<Record<string, unknown>> = {}) => {
  const api = fakeApi()
  for (const [route, answer] of Object.entries(answers)) api.answering(route, () => answer)
  const made = () => api.calls.map(({ method, path, json }) => [`${method} ${path}`, json])
  return { api, calls: accountCalls(api.request), made }
}

const session = {
  uid: 's1',
  agent: { name: 'Firefox', platform: 'Linux' },
  address: '192.0.2.1',
  createdAt: '2026-01-01T09:00:00Z',
  usedAt: '2026-01-02T09:00:00Z',
  current: true,
}

const codes = ['aaaa-bbbb', 'cccc-dddd']

const options: PublicKeyCredentialCreationOptionsJSON = {
  rp: { name: 'Vecto', id: 'panel.example' },
  user: { id: 'bWU', name: 'ada@demo.example', displayName: 'Ada' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
}

describe('the second factor where another service checks the password', () => {
  const separate = () => {
    const factor = {
      prove: vi.fn(async () => undefined),
      keep: vi.fn(),
      checkPassword: vi.fn(async (password: string) => `token of ${password}`),
    }
    const api = fakeApi()
    api.answering('POST /me/second-factor', () => ({ secret: 'S', uri: 'otpauth://' }))
    api.answering('POST /me/second-factor/confirm', () => ({ recoveryCodes: codes, proof: 'p1' }))
    api.answering('DELETE /me/second-factor', () => ({}))
    return { api, factor, calls: accountCalls(api.request, async () => factor) }
  }

  it('sends what that service returned for the password, and keeps the proof of the session', async () => {
    const { api, factor, calls } = separate()
    await calls.beginFactor('mine')
    expect(await calls.confirmFactor('123456')).toEqual(codes)
    await calls.endFactor('mine')
    expect(api.calls.map(({ json }) => json)).toEqual([
      { password: 'token of mine' },
      { code: '123456' },
      { password: 'token of mine' },
    ])
    expect(factor.keep).toHaveBeenCalledExactlyOnceWith('p1')
  })

  it('shows a wrong password at its field, without a call', async () => {
    const { api, factor, calls } = separate()
    const fields = { password: 'wrong_old_password' }
    factor.checkPassword.mockRejectedValue(new BackendError(422, 'validation', 'Wrong', { fields }))
    await expect(calls.beginFactor('other')).rejects.toMatchObject({
      body: { errors: { password: 'validation.wrong_old_password' } },
    })
    expect(api.calls).toEqual([])
  })
})

describe('sessions of the user', () => {
  it.each(['results', 'items', 'data'])('reads the sessions from the response key %s', async key => {
    const { calls } = account({ 'GET /me/sessions': { [key]: [session], meta: { count: 1 } } })
    expect(await calls.ownSessions()).toEqual([session])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a bare array', [session]],
    ['results that are no array', { results: { s1: session } }],
  ])('rejects a session list whose response is %s', async (_, answer) => {
    const { calls } = account({ 'GET /me/sessions': answer })
    await expect(calls.ownSessions()).rejects.toThrow('errors.intercepted')
  })

  it('ends one session, with its uid encoded', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions/s%2F1%3F': { uid: 's/1?' } })
    expect(await calls.endOwnSessions('s/1?')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/sessions/s%2F1%3F', undefined]])
  })

  it('an empty uid does not end all sessions', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions/': {} })
    await calls.endOwnSessions('')
    expect(made()).toEqual([['DELETE /me/sessions/', undefined]])
  })

  it('ends all sessions when no uid is given', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions': { count: 4 } })
    expect(await calls.endOwnSessions()).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/sessions', undefined]])
  })
})

describe('the second factor', () => {
  it('reads the state of the second factor', async () => {
    const factor = { on: true, since: '2026-01-01T09:00:00Z', recoveryCodes: 7, possible: true }
    const { calls, made } = account({ 'GET /me/second-factor': factor })
    expect(await calls.secondFactor()).toEqual(factor)
    expect(made()).toEqual([['GET /me/second-factor', undefined]])
  })

  it('starts the second factor with the password and returns the secret of the app', async () => {
    const secret = { secret: 'JBSWY3DP', uri: 'otpauth://totp/Vecto' }
    const { calls, made } = account({ 'POST /me/second-factor': secret })
    expect(await calls.beginFactor('pass')).toEqual(secret)
    expect(made()).toEqual([['POST /me/second-factor', { password: 'pass' }]])
  })

  it('confirms the second factor with a code and returns recovery codes', async () => {
    const { calls, made } = account({ 'POST /me/second-factor/confirm': { recoveryCodes: codes } })
    expect(await calls.confirmFactor('000123')).toEqual(codes)
    expect(made()).toEqual([['POST /me/second-factor/confirm', { code: '000123' }]])
  })

  it('requests new recovery codes with the password', async () => {
    const { calls, made } = account({ 'POST /me/second-factor/recovery-codes': { recoveryCodes: codes } })
    expect(await calls.newRecoveryCodes('pass')).toEqual(codes)
    expect(made()).toEqual([['POST /me/second-factor/recovery-codes', { password: 'pass' }]])
  })

  it('turns the second factor off with the password and returns nothing', async () => {
    const { calls, made } = account({ 'DELETE /me/second-factor': { on: false } })
    expect(await calls.endFactor('pass')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/second-factor', { password: 'pass' }]])
  })

  it('a rejected code fails with the message of its field', async () => {
    const { api, calls } = account()
    api.answering(
      'POST /me/second-factor/confirm',
      refusing(422, 'validation', { fields: { code: 'invalid' } }),
    )
    await expect(calls.confirmFactor('999999')).rejects.toMatchObject({
      message: 'errors.validation',
      status: 422,
      body: { errors: { code: 'validation.invalid' } },
    })
  })
})

describe('passkeys', () => {
  const start = 'POST /me/passkeys/start'
  const add = 'POST /me/passkeys'

  it('returns the passkeys as the server lists them', async () => {
    const passkeys = { results: [], possible: false }
    expect(await account({ 'GET /me/passkeys': passkeys }).calls.passkeys()).toEqual(passkeys)
  })

  it('creates a passkey with the server’s options, then adds it without the password', async () => {
    const { calls, made } = account({ [start]: options, [add]: { uid: 'p1' } })
    const create = vi.fn(async () => ({ id: 'made' }))
    expect(await calls.addPasskey('pass', create)).toBeUndefined()
    expect(create).toHaveBeenCalledExactlyOnceWith(options)
    expect(made()).toEqual([
      [start, { password: 'pass' }],
      [add, { id: 'made' }],
    ])
  })

  it('a wrong password fails before the device is prompted for a passkey', async () => {
    const { api, calls, made } = account()
    api.answering(start, refusing(422, 'validation', { fields: { password: 'invalid' } }))
    const create = vi.fn(async () => ({}))
    await expect(calls.addPasskey('wrong', create)).rejects.toMatchObject({
      body: { errors: { password: 'validation.invalid' } },
    })
    expect(create).not.toHaveBeenCalled()
    expect(made()).toHaveLength(1)
  })

  it('fails with the device’s error and adds no passkey when the device creates none', async () => {
    const { calls, made } = account({ [start]: options })
    const closed = new DOMException('Closed', 'NotAllowedError')
    await expect(calls.addPasskey('pass', () => Promise.reject(closed))).rejects.toBe(closed)
    expect(made()).toEqual([[start, { password: 'pass' }]])
  })

  it('fails with too_many_passkeys when the server rejects the passkey after its creation', async () => {
    const { api, calls } = account({ [start]: options })
    api.answering(add, refusing(422, 'too_many_passkeys'))
    await expect(calls.addPasskey('pass', async () => ({}))).rejects.toMatchObject({
      message: 'errors.too_many_passkeys',
    })
  })

  it('removes a passkey by uid and password, with the uid encoded', async () => {
    const { calls, made } = account({ 'DELETE /me/passkeys/p%2F..%2F1': {} })
    expect(await calls.removePasskey('p/../1', 'pass')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/passkeys/p%2F..%2F1', { password: 'pass' }]])
  })
})
