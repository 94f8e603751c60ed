import { beforeEach, describe, expect, it, vi } from 'vitest'
import { capabilities } from '~/model/capabilities'
import { leave, openSession } from '~/src/api/session'

vi.mock('~/src/api/session', async original => ({
  ...(await original<typeof import('~/src/api/session')>()),
  leave: vi.fn(),
}))

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.resetModules()
  answer.mockReset()
  vi.mocked(leave).mockClear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', answer)
  return () => vi.unstubAllGlobals()
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const callsTo = () => answer.mock.calls.map(([url]) => String(url))
const headersOf = (call: number) => new Headers(answer.mock.calls[call]?.[1]?.headers)

const onPremise = async () => (await import('~/src/api/onpremise/onpremise')).onPremise

describe('on-premise backend', () => {
  it('sends the session token and the client id with every request under /parse', async () => {
    const backend = await onPremise()
    localStorage.setItem('vecto.session', 'r:token')
    answer.mockImplementation(async () => json({ ok: true }))
    await backend.request('/users/u1')
    await backend.request('medias')
    expect(callsTo()).toEqual(['/parse/users/u1', '/parse/medias'])
    expect(headersOf(0).get('Authorization')).toBe('Bearer r:token')
    expect(headersOf(0).get('X-Client-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headersOf(1).get('X-Client-Id')).toBe(headersOf(0).get('X-Client-Id'))
  })

  it('repeats a creation with its idempotency key until it gets a response; reads have no key', async () => {
    const backend = await onPremise()
    const create = (name: string) => backend.request('groups', { method: 'POST', json: { name } })
    const lost = [new TypeError('no line'), json({}, 504), json({ code: 'idempotency_running' }, 409)]
    for (const each of lost)
      if (each instanceof Error) answer.mockRejectedValueOnce(each)
      else answer.mockResolvedValueOnce(each)
    answer.mockImplementation(async () => json({ uid: 'g' }))
    for (const _lost of lost) await expect(create('Team')).rejects.toThrow()
    await create('Other')
    await create('Team')
    await create('Team')
    await backend.request('groups')
    const keys = answer.mock.calls.map((_call, at) => headersOf(at).get('Idempotency-Key'))
    const [first, second, third, other, again, next, read] = keys
    expect([second, third, again]).toEqual([first, first, first])
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set([first, other, next]).size).toBe(3)
    expect(read).toBeNull()
  })

  it('keeps the idempotency key of a changed attempt and reports once that it was saved already', async () => {
    const backend = await onPremise()
    const save = (name: string) =>
      backend.request('groups', { method: 'POST', json: { name }, attempt: 'form' })
    answer.mockResolvedValueOnce(new Response('{"uid":"g'))
    answer.mockResolvedValueOnce(json({ code: 'idempotency_reused' }, 422))
    answer.mockImplementation(async () => json({ uid: 'h' }))
    await expect(save('Team')).rejects.toMatchObject({ status: 0, code: 'intercepted' })
    await expect(save('Crew')).rejects.toMatchObject({ status: 409, code: 'saved_already' })
    await save('Crew')
    const [first, second, third] = [0, 1, 2].map(call => headersOf(call).get('Idempotency-Key'))
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('a creation after a rejection has a new idempotency key', async () => {
    const backend = await onPremise()
    const create = () => backend.request('groups', { method: 'POST', json: { name: '' } })
    answer.mockImplementation(async () => json({ code: 'validation' }, 422))
    for (const _time of [1, 2]) await expect(create()).rejects.toMatchObject({ status: 422 })
    expect(headersOf(1).get('Idempotency-Key')).not.toBe(headersOf(0).get('Idempotency-Key'))
  })

  it('starts a trace with each request and each upload', async () => {
    const backend = await onPremise()
    const { uploadTargetOf } = await import('~/src/api/contract/upload-target')
    answer.mockImplementation(async () => json({ ok: true }))
    for (const _time of [1, 2]) await backend.request('medias')
    await backend.signIn({ email: 'ada@demo.example', password: 'secret1' }).catch(() => undefined)
    const target = await uploadTargetOf(backend)()
    const traces = [0, 1, 2].map(call => headersOf(call).get('traceparent'))
    const all = [...traces, target.headers.traceparent]
    for (const each of all) expect(each).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(new Set(all.map(each => each?.slice(3, 35))).size).toBe(4)
  })

  it('leaves the page when the session has expired, to return here', async () => {
    const backend = await onPremise()
    const session = await import('~/src/api/session')
    openSession('r:old')
    answer.mockResolvedValue(json({ code: 'session_expired' }, 401))
    await expect(backend.request('users')).rejects.toMatchObject({ status: 401, code: 'session_expired' })
    expect(session.leave).toHaveBeenCalledExactlyOnceWith({ reason: 'ended', back: true })
  })

  it('stays on the page when another tab has renewed the session or a request is only forbidden', async () => {
    const backend = await onPremise()
    const session = await import('~/src/api/session')
    openSession('r:old')
    answer.mockImplementationOnce(async () => {
      openSession('r:new')
      return json({ code: 'session_expired' }, 401)
    })
    answer.mockResolvedValueOnce(json({ code: 'forbidden' }, 403))
    await expect(backend.request('users')).rejects.toMatchObject({ status: 401 })
    await expect(backend.request('users')).rejects.toMatchObject({ status: 403 })
    expect(session.leave).not.toHaveBeenCalled()
  })

  it('sign-in stores the session and returns the user without another request', async () => {
    const backend = await onPremise()
    answer.mockResolvedValueOnce(json({ sessionToken: 'r:new', uid: 'u1', role: 'root' }))
    await backend.signIn({ email: 'ada@demo.example', password: 'secret1' })
    expect(answer.mock.calls[0]?.[1]?.body).toBe('{"username":"ada@demo.example","password":"secret1"}')
    expect(localStorage.getItem('vecto.session')).toBe('r:new')
    expect(await backend.me()).toMatchObject({ uid: 'u1', role: 'root' })
    expect(callsTo()).toEqual(['/parse/login'])
  })

  it('offers everything without a request', async () => {
    const backend = await onPremise()
    expect(capabilities.filter(backend.offers)).toEqual(capabilities)
    openSession('r:token')
    answer.mockImplementation(async () => json({ uid: 'u1', role: 'root' }))
    await backend.me()
    expect(await backend.token()).toBe('r:token')
    expect(callsTo()).toEqual(['/parse/users/me'])
  })

  it('sign-out succeeds even when the server is unreachable', async () => {
    const backend = await onPremise()
    openSession('r:old')
    answer.mockRejectedValue(new TypeError('no line'))
    await expect(backend.signOut()).resolves.toBeUndefined()
    expect(callsTo()).toEqual(['/parse/logout'])
  })
})
