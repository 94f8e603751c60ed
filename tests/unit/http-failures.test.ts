import { HttpError } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { failingAsHttp, failureOf, requestFailingAsHttp, toHttpError } from '~/src/api/contract/records'
import { fakeApi, refusing } from '../support/panel/fake-api'

type Details = ConstructorParameters<typeof BackendError>[3]

const failed = (status: number, code: string, details?: Details) =>
  toHttpError(new BackendError(status, code, 'As the server says it', details))

const bodyOf = (error: unknown) => {
  if (!(error instanceof HttpError)) throw new Error('Not an HttpError')
  const body: unknown = error.body
  return body
}

const failureOfCall = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('toHttpError', () => {
  it.each([
    [0, 'unreachable', 'errors.unreachable'],
    [0, 'stale', 'errors.unreachable'],
    [409, 'stale', 'errors.stale'],
    [404, 'OB2', 'errors.OB2'],
    [503, 'third_party_down', 'errors.third_party_down'],
    [500, 'server_error', 'errors.server_error'],
    [501, 'unheard_of', 'errors.generic'],
    [502, 'unheard_of', 'errors.unavailable'],
    [503, 'unheard_of', 'errors.unavailable'],
    [504, 'unheard_of', 'errors.unavailable'],
    [505, 'unheard_of', 'errors.generic'],
    [418, 'unheard_of', 'errors.generic'],
    [400, 'toString', 'errors.generic'],
    [400, '__proto__', 'errors.generic'],
    [400, '', 'errors.generic'],
  ])('maps status %i and code “%s” to the message %s', (status, code, key) => {
    const error = failed(status, code)
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ message: key, status })
  })

  it('keeps the code and the English message of a failure', () => {
    expect(bodyOf(failed(404, 'not_found'))).toEqual({
      code: 'not_found',
      message: 'As the server says it',
    })
  })

  it('keeps the request id, the message parameters and the current record', () => {
    const current = { uid: 'm1', name: 'Renamed meanwhile' }
    const body = { params: { max: 3 }, current, code: 'stale', secret: 'not passed on' }
    expect(bodyOf(failed(409, 'stale', { requestId: 'r1', body }))).toEqual({
      code: 'stale',
      message: 'As the server says it',
      requestId: 'r1',
      params: { max: 3 },
      current,
    })
  })

  it('returns other errors unchanged', () => {
    const error = new TypeError('Not of the backend')
    expect(toHttpError(error)).toBe(error)
    expect(toHttpError(undefined)).toBeUndefined()
    expect(toHttpError('a text')).toBe('a text')
  })

  it('returns an HttpError unchanged', () => {
    const once = failed(409, 'stale')
    expect(toHttpError(once)).toBe(once)
  })
})

describe('field errors', () => {
  it('a validation maps each field’s code to its message', () => {
    const fields = { name: 'required', 'users.total': 'too_large' }
    expect(bodyOf(failed(422, 'validation', { fields }))).toMatchObject({
      errors: { name: 'validation.required', 'users.total': 'validation.too_large' },
    })
  })

  it('another code maps each field to the message of the failure', () => {
    expect(bodyOf(failed(409, 'user_exists', { fields: { email: 'taken' } }))).toMatchObject({
      errors: { email: 'errors.user_exists' },
    })
    expect(bodyOf(failed(400, 'unheard_of', { fields: { email: 'taken' } }))).toMatchObject({
      errors: { email: 'errors.generic' },
    })
  })

  it('field messages with parameters use the format of react-admin', () => {
    const error = failed(422, 'validation', { fields: { name: 'too_long' }, body: { params: { max: 5 } } })
    expect(bodyOf(error)).toMatchObject({
      errors: { name: '@@react-admin@@{"message":"validation.too_long","args":{"max":5}}' },
      params: { max: 5 },
    })
  })
})

describe('failingAsHttp', () => {
  it('a successful call passes its arguments and result through', async () => {
    const join = failingAsHttp(async (one: string, other: number) => `${one}${other}`)
    expect(await join('a', 2)).toBe('a2')
  })

  it('a backend error rejects as an HttpError', async () => {
    const call = failingAsHttp(() => Promise.reject(new BackendError(403, 'forbidden', 'No')))
    const error = await failureOfCall(call())
    expect(error).toBeInstanceOf(HttpError)
    expect(error).toMatchObject({ message: 'errors.forbidden', status: 403 })
  })

  it('another error rejects unchanged', async () => {
    const error = new DOMException('Left', 'AbortError')
    await expect(failingAsHttp(() => Promise.reject(error))()).rejects.toBe(error)
  })
})

describe('requestFailingAsHttp', () => {
  it('a successful request passes its options and response through', async () => {
    const api = fakeApi()
    const request = requestFailingAsHttp(api.request)
    expect(await request('/medias', { method: 'POST', json: { name: 'A' } })).toEqual({
      uid: 'made',
      name: 'A',
    })
    expect(api.calls).toMatchObject([{ method: 'POST', path: '/medias', json: { name: 'A' } }])
  })

  it('a rejected request fails with an HttpError', async () => {
    const api = fakeApi()
    api.answering('GET /medias', refusing(429, 'too_many_requests', { requestId: 'r2' }))
    const error = await failureOfCall(requestFailingAsHttp(api.request)('/medias'))
    expect(failureOf(error)).toEqual({
      code: 'too_many_requests',
      message: 'As the server says it',
      requestId: 'r2',
      status: 429,
    })
  })

  it('a synchronous throw becomes a rejected promise', async () => {
    const call = failingAsHttp((): Promise<unknown> => {
      throw new BackendError(401, 'session_expired', 'Nobody')
    })
    expect(await failureOfCall(call())).toMatchObject({ message: 'errors.session_expired' })
    const request = requestFailingAsHttp(() => {
      throw new BackendError(401, 'session_expired', 'Nobody')
    })
    expect(await failureOfCall(request('/medias'))).toMatchObject({ message: 'errors.session_expired' })
  })
})

describe('failureOf', () => {
  it('failureOf returns nothing for other errors', () => {
    expect(failureOf(new Error('Broken'))).toEqual({})
    expect(failureOf(undefined)).toEqual({})
    expect(failureOf(new BackendError(404, 'not_found', 'Not converted'))).toEqual({})
  })

  it('failureOf returns only the status of an error without a body', () => {
    expect(failureOf(new HttpError('Gone', 410))).toEqual({ status: 410 })
  })
})
