import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { describe, expect, it, vi } from 'vitest'
import { accountCalls } from '~/src/features/profile/account'
import { fakeApi, refusing } from '../support/fake-api'

/** The calls of the page, of a server whose answers the test decides. */
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

describe('the user’s sessions', () => {
  it.each(['results', 'items', 'data'])('are read from %s', async key => {
    const { calls } = account({ 'GET /me/sessions': { [key]: [session], meta: { count: 1 } } })
    expect(await calls.ownSessions()).toEqual([session])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a bare list', [session]],
    ['results that are no list', { results: { s1: session } }],
  ])('are not called none where the answer is %s: it holds no rows', async (_, answer) => {
    const { calls } = account({ 'GET /me/sessions': answer })
    await expect(calls.ownSessions()).rejects.toThrow('errors.intercepted')
  })

  it('end one by one, whatever their uid holds', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions/s%2F1%3F': { uid: 's/1?' } })
    expect(await calls.endOwnSessions('s/1?')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/sessions/s%2F1%3F', undefined]])
  })

  it('do not all end where the name of one is empty', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions/': {} })
    await calls.endOwnSessions('')
    expect(made()).toEqual([['DELETE /me/sessions/', undefined]])
  })

  it('end all at once where none is named', async () => {
    const { calls, made } = account({ 'DELETE /me/sessions': { count: 4 } })
    expect(await calls.endOwnSessions()).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/sessions', undefined]])
  })
})

describe('the second factor', () => {
  it('is asked for', async () => {
    const factor = { on: true, since: '2026-01-01T09:00:00Z', recoveryCodes: 7, possible: true }
    const { calls, made } = account({ 'GET /me/second-factor': factor })
    expect(await calls.secondFactor()).toEqual(factor)
    expect(made()).toEqual([['GET /me/second-factor', undefined]])
  })

  it('begins with the password, and gives the app’s secret', async () => {
    const secret = { secret: 'JBSWY3DP', uri: 'otpauth://totp/Vecto' }
    const { calls, made } = account({ 'POST /me/second-factor': secret })
    expect(await calls.beginFactor('pass')).toEqual(secret)
    expect(made()).toEqual([['POST /me/second-factor', { password: 'pass' }]])
  })

  it('is on with a first code, which recovery codes answer', async () => {
    const { calls, made } = account({ 'POST /me/second-factor/confirm': { recoveryCodes: codes } })
    expect(await calls.confirmFactor('000123')).toEqual(codes)
    expect(made()).toEqual([['POST /me/second-factor/confirm', { code: '000123' }]])
  })

  it('gets new recovery codes for the password', async () => {
    const { calls, made } = account({ 'POST /me/second-factor/recovery-codes': { recoveryCodes: codes } })
    expect(await calls.newRecoveryCodes('pass')).toEqual(codes)
    expect(made()).toEqual([['POST /me/second-factor/recovery-codes', { password: 'pass' }]])
  })

  it('is off with the password, and the answer is not passed on', async () => {
    const { calls, made } = account({ 'DELETE /me/second-factor': { on: false } })
    expect(await calls.endFactor('pass')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/second-factor', { password: 'pass' }]])
  })

  it('fails with the messages of its fields', async () => {
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

describe('the passkeys', () => {
  const start = 'POST /me/passkeys/start'
  const add = 'POST /me/passkeys'

  it('are answered as the server has them', async () => {
    const passkeys = { results: [], possible: false }
    expect(await account({ 'GET /me/passkeys': passkeys }).calls.passkeys()).toEqual(passkeys)
  })

  it('are made by the device with the server’s options, and then added without the password', async () => {
    const { calls, made } = account({ [start]: options, [add]: { uid: 'p1' } })
    const create = vi.fn(async () => ({ id: 'made' }))
    expect(await calls.addPasskey('pass', create)).toBeUndefined()
    expect(create).toHaveBeenCalledExactlyOnceWith(options)
    expect(made()).toEqual([
      [start, { password: 'pass' }],
      [add, { id: 'made' }],
    ])
  })

  it('are not asked of the device where the password is wrong', async () => {
    const { api, calls, made } = account()
    api.answering(start, refusing(422, 'validation', { fields: { password: 'invalid' } }))
    const create = vi.fn(async () => ({}))
    await expect(calls.addPasskey('wrong', create)).rejects.toMatchObject({
      body: { errors: { password: 'validation.invalid' } },
    })
    expect(create).not.toHaveBeenCalled()
    expect(made()).toHaveLength(1)
  })

  it('are not added where the device makes none, and its error is the failure', async () => {
    const { calls, made } = account({ [start]: options })
    const closed = new DOMException('Closed', 'NotAllowedError')
    await expect(calls.addPasskey('pass', () => Promise.reject(closed))).rejects.toBe(closed)
    expect(made()).toEqual([[start, { password: 'pass' }]])
  })

  it('are too many as the server says, also after the device has made one', async () => {
    const { api, calls } = account({ [start]: options })
    api.answering(add, refusing(422, 'too_many_passkeys'))
    await expect(calls.addPasskey('pass', async () => ({}))).rejects.toMatchObject({
      message: 'errors.too_many_passkeys',
    })
  })

  it('are removed by uid and password, whatever the uid holds', async () => {
    const { calls, made } = account({ 'DELETE /me/passkeys/p%2F..%2F1': {} })
    expect(await calls.removePasskey('p/../1', 'pass')).toBeUndefined()
    expect(made()).toEqual([['DELETE /me/passkeys/p%2F..%2F1', { password: 'pass' }]])
  })
})
