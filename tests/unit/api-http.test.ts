import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { send } from '~/src/api/http'

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => vi.unstubAllGlobals())

const answering = (body: string, status = 200, headers: Record<string, string> = {}) =>
  answer.mockResolvedValue(new Response(body || null, { status, headers }))

const failure = async (): Promise<BackendError> => {
  const thrown: unknown = await send('/x').catch(error => error)
  if (!(thrown instanceof BackendError)) throw new Error(`not a BackendError: ${String(thrown)}`)
  return thrown
}

describe('requests', () => {
  it('sends a JSON body with the headers of the session', async () => {
    answering('{"uid":"a"}', 201)
    expect(await send('/x', { method: 'POST', json: { name: 'A' } }, { Authorization: 'Bearer t' })).toEqual({
      uid: 'a',
    })
    const [url, init] = answer.mock.calls[0] ?? []
    expect([url, init?.method, init?.body]).toEqual(['/x', 'POST', '{"name":"A"}'])
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      accept: 'application/json',
      authorization: 'Bearer t',
      'content-type': 'application/json',
    })
  })

  it('a request without a body has no content type', async () => {
    answering('', 204)
    expect(await send('/x')).toBeUndefined()
    expect(new Headers(answer.mock.calls[0]?.[1]?.headers).has('content-type')).toBe(false)
  })

  it.each([
    [409, '{"code":"user_exists","message":"taken","fields":{"email":"taken"}}', 'user_exists', 'taken'],
    [404, '{"code":101,"error":"Wrong password"}', '101', 'Wrong password'],
    [502, '<html>Bad gateway</html>', 'http_502', 'HTTP 502'],
    [500, '[1]', 'http_500', 'HTTP 500'],
  ])(
    'the response %i %s fails with the code %s and the message “%s”',
    async (status, body, code, message) => {
      answering(body, status)
      expect(await failure()).toMatchObject({ status, code, message })
    },
  )

  it('a rejected request keeps the invalid fields and the response body', async () => {
    answering('{"code":"stale","fields":{"a":1},"current":{"uid":"m1"}}', 409)
    expect(await failure()).toMatchObject({ fields: { a: '1' }, body: { current: { uid: 'm1' } } })
  })

  it.each([
    ['45', 45],
    ['1.2', 2],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('the Retry-After header %s means a delay of %s seconds', async (header, seconds) => {
    answering('{}', 429, { 'Retry-After': header })
    expect((await failure()).retryAfter).toBe(seconds)
  })

  it('a network error fails with status 0 and the code unreachable', async () => {
    answer.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure()).toMatchObject({ status: 0, code: 'unreachable', message: 'Failed to fetch' })
  })

  it('an aborted request rejects with an AbortError', async () => {
    answer.mockRejectedValue(new DOMException('stop', 'AbortError'))
    const aborted = send('/x', { signal: AbortSignal.abort() })
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  })
})
