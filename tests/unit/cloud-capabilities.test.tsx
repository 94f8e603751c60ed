import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { capabilities } from '~/model/capabilities'
import type { SavedView } from '~/src/api/backend'

const profile = { uid: 'u1', email: 'ada@demo.example', firstname: 'Ada', lang: 'en', role: 'admin' }
const user = { uid: 'u1', email: 'ada@demo.example', getIdTokenResult: async () => ({ claims: {} }) }
vi.mock('react-admin-firebase', () => ({
  FirebaseAuthProvider: () => ({ getJWTToken: async () => 'id-token', getAuthUser: async () => user }),
}))
vi.mock('firebase/firestore/lite', () => ({
  doc: () => undefined,
  getDoc: async () => ({ data: () => profile }),
}))
vi.mock('~/src/api/cloud/firebase', () => ({
  firebase: async () => ({ auth: { authStateReady: async () => undefined, currentUser: user } }),
}))

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const base = 'https://europe-west1-vecto-demo.cloudfunctions.net'
const account = {
  ...{ ...profile, firstname: 'Elsewhere', objectId: 'u1', company: { ref: 'companies/c1', label: 'Quay' } },
  ...{ reach: { own: ['c1'], managed: ['c2'], open: [] }, defaultViews: [], notify: { quotaLow: 'mail' } },
}

type Answers = Readonly<Record<string, (init: RequestInit | undefined) => Response | Promise<Response>>>

/** Functions that answer as given, by method and path; any other call fails as one without CORS headers. */
const functions = (answers: Answers) => {
  const calls: string[] = []
  const headers: Headers[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === '/__/firebase/init.json') return json({ projectId: 'vecto-demo' })
    const call = `${init?.method ?? 'GET'} ${url.replace(`${base}/`, '')}`
    calls.push(call)
    headers.push(new Headers(init?.headers))
    const answer = answers[call]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer(init)
  })
  return { calls, headers }
}

/** The backend of a page that has just been loaded. */
const load = async () => {
  vi.resetModules()
  return (await import('~/src/api/cloud/cloud')).cloud
}

const ours: Answers = {
  'GET config': () => json({ thirdPartySignIn: false, capabilities }),
  'GET users/me': () => json(account),
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('vecto.session', 'u1')
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

describe('what functions of another provider offer', () => {
  it.each<[string, Answers]>([
    ['404 of the API', { 'GET config': () => json({ code: 'not_found' }, 404) }],
    ['404 without CORS headers', {}],
    ['an HTML page', { 'GET config': () => new Response('<html>') }],
    ['500', { 'GET config': () => json({ error: 'INTERNAL' }, 500) }],
    ['JSON of an earlier version', { 'GET config': () => json({ thirdPartySignIn: true }) }],
    ['JSON of another kind', { 'GET config': () => json(['views']) }],
    ['capabilities that are no list', { 'GET config': () => json({ capabilities: 'views' }) }],
    ['capabilities of a later version', { 'GET config': () => json({ capabilities: ['teleport'] }) }],
  ])('opens the panel as with the specification’s calls only when config answers %s', async (_, answers) => {
    const { calls } = functions(answers)
    const backend = await load()
    const me = await backend.me()
    expect(me).toMatchObject({ uid: 'u1', firstname: 'Ada', role: 'admin', profile: { defaultViews: [] } })
    expect(capabilities.filter(backend.offers)).toEqual([])
    expect(calls).toEqual(['GET config'])
  })

  it('sends no header that other functions need not allow', async () => {
    const { headers } = functions({ 'POST groups': () => json({ uid: 'g' }) })
    const backend = await load()
    await backend.me()
    await backend.request('groups', { method: 'POST', json: {} })
    const sent = [...(headers.at(-1)?.keys() ?? [])]
    expect(sent.sort()).toEqual(['accept', 'authorization', 'content-type', 'x-client-id'])
  })

  it('opens the panel after four seconds when config never answers', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    functions({ 'GET config': () => new Promise<Response>(() => undefined) })
    const backend = await load()
    let opened = false
    const opening = backend.me().then(() => {
      opened = true
    })
    await vi.advanceTimersByTimeAsync(3_500)
    expect(opened).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await opening
    expect(backend.offers('views')).toBe(false)
  })
})

describe('what our server offers as the functions', () => {
  it('a request under way while the second factor is turned on is sent again with its proof', async () => {
    const refused = () => json({ code: 'second_factor', message: 'A code is needed' }, 401)
    const { headers } = functions({
      'GET sessions': init =>
        new Headers(init?.headers).get('Authorization')?.endsWith('~proof')
          ? json({ results: [] })
          : refused(),
    })
    const backend = await load()
    const asking = backend.request('sessions')
    await waitFor(() => expect(headers).toHaveLength(1))
    localStorage.setItem('vecto.proof', 'proof')
    expect(await asking).toEqual({ results: [] })
    expect(localStorage.getItem('vecto.session')).toBe('u1')
  })

  it('describes the user and offers everything, after one request for each', async () => {
    const { calls } = functions(ours)
    const backend = await load()
    expect(capabilities.filter(backend.offers)).toEqual([])
    const me = await backend.me()
    expect(capabilities.filter(backend.offers)).toEqual(capabilities)
    expect(me.reach).toEqual({ own: ['c1'], managed: ['c2'], open: [], licensed: false })
    expect(me.profile.notify).toEqual({ quotaLow: 'mail' })
    // The profile in Firestore follows the database.
    expect(me.firstname).toBe('Elsewhere')
    expect(calls).toEqual(['GET config', 'GET users/me'])
  })

  it('requests the capabilities once in a tab', async () => {
    const { calls } = functions(ours)
    const first = await load()
    await first.me()
    const second = await load()
    await second.me()
    expect(second.offers('bulk')).toBe(true)
    expect(calls.filter(call => call === 'GET config')).toHaveLength(1)
  })

  it('requests the capabilities again at the next start after a failure, and not after a refusal', async () => {
    const failing = functions({ 'GET config': () => json({ error: 'INTERNAL' }, 500) })
    await (await load()).me()
    expect(failing.calls).toEqual(['GET config'])
    const refusing = functions({ 'GET config': () => json({ code: 'not_found' }, 404) })
    await (await load()).me()
    await (await load()).me()
    expect(refusing.calls).toEqual(['GET config'])
  })

  it('sends no request before a user is signed in', async () => {
    const { calls } = functions(ours)
    await load()
    expect(calls).toEqual([])
  })

  it('repeats a lost creation with the same idempotency key', async () => {
    let times = 0
    const { headers } = functions({
      ...ours,
      'POST groups': () => {
        times += 1
        if (times === 1) throw new TypeError('Failed to fetch')
        return json({ uid: 'g' })
      },
    })
    const backend = await load()
    await backend.me()
    const create = () => backend.request('groups', { method: 'POST', json: { name: 'Team' } })
    await expect(create()).rejects.toMatchObject({ status: 0 })
    await create()
    const [first, second] = headers.slice(-2).map(sent => sent.get('Idempotency-Key'))
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).toBe(first)
  })

  it('shows the panel of the viewed user, whose token precedes Firebase’s', async () => {
    sessionStorage.setItem('vecto.view', 'vecto_view_v1_secret')
    const viewed = { ...account, uid: 'u2', firstname: 'Vi', viewedUntil: '2026-11-29T12:00:00Z' }
    const { headers, calls } = functions({ ...ours, 'GET users/me': () => json(viewed) })
    const backend = await load()
    expect(await backend.me()).toMatchObject({ uid: 'u2', firstname: 'Vi' })
    const asked = headers[calls.indexOf('GET users/me')]
    expect(asked?.get('Authorization')).toBe('Bearer vecto_view_v1_secret')
  })
})

describe('a session that must give a code of the second factor', () => {
  it('reports it and keeps the session, then sends the proof with each token', async () => {
    const refusal = () => json({ code: 'second_factor', message: 'A code is needed' }, 401)
    const asked = functions({
      ...ours,
      'GET users/me': refusal,
      'POST me/second-factor/proof': () => json({ proof: 'p1' }),
      'GET groups': () => json({ results: [] }),
    })
    const backend = await load()
    await expect(backend.me()).rejects.toMatchObject({ code: 'second_factor' })
    expect(localStorage.getItem('vecto.session')).toBe('u1')
    await (await backend.secondFactor?.())?.prove('123456')
    await backend.request('groups')
    expect(asked.headers.map(sent => sent.get('Authorization')).slice(-2)).toEqual([
      'Bearer id-token',
      'Bearer id-token~p1',
    ])
    expect(await backend.token()).toBe('id-token~p1')
  })
})

const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  ...{ id, name: id, list: 'medias', tab: '', query: '?name=a', shared: false, isDefault: false },
  ...{ createdBy: null, ...more },
})
const keep = (views: readonly SavedView[]) => localStorage.setItem('vecto.views.u1', JSON.stringify(views))
const kept = () => JSON.parse(localStorage.getItem('vecto.views.u1') ?? '[]').map(({ id }: SavedView) => id)

/** Our server, with the bodies of the views that it was sent, and its answers to them. */
const storing = (answers: readonly (() => Response)[]) => {
  const sent: { body: unknown; key: string | null }[] = []
  functions({
    ...ours,
    'POST views': init => {
      const key = new Headers(init?.headers).get('Idempotency-Key')
      sent.push({ body: JSON.parse(String(init?.body)), key })
      return (answers[sent.length - 1] ?? (() => json({ uid: 'stored' })))()
    },
  })
  return sent
}
const taken = () => json({ code: 'validation', fields: { name: 'taken' } }, 422)

describe('views that were saved in the browser', () => {
  it('moves them to the server once it stores views, each under its own idempotency key', async () => {
    keep([view('one'), view('two', { isDefault: true, tab: 'completed' })])
    const sent = storing([])
    const me = await (await load()).me()
    expect(me.profile.defaultViews).toEqual([{ list: 'medias', tab: 'completed', query: '?name=a' }])
    await waitFor(() => expect(kept()).toEqual([]))
    expect(sent).toEqual([
      { key: 'one', body: { name: 'one', list: 'medias', isDefault: false, query: '?name=a' } },
      {
        key: 'two',
        body: { name: 'two', list: 'medias', isDefault: true, tab: 'completed', query: '?name=a' },
      },
    ])
  })

  it('keeps a view that the server did not store, and removes those that it did', async () => {
    keep([view('one'), view('two'), view('three')])
    const sent = storing([
      () => json({ code: 'too_many_views' }, 422),
      () => json({ code: 'idempotency_reused' }, 422),
    ])
    await (await load()).me()
    await waitFor(() => expect(sent).toHaveLength(3))
    await waitFor(() => expect(kept()).toEqual(['one']))
  })

  it('numbers a view whose name the server has already', async () => {
    keep([view('Icons')])
    const sent = storing([taken, taken])
    await (await load()).me()
    await waitFor(() => expect(kept()).toEqual([]))
    expect(sent.map(({ body }) => body)).toMatchObject([
      { name: 'Icons' },
      { name: 'Icons (2)' },
      { name: 'Icons (3)' },
    ])
  })

  it('stays where it is with functions of another provider', async () => {
    keep([view('one')])
    functions({ 'GET config': () => json({}) })
    const backend = await load()
    await backend.me()
    expect(kept()).toEqual(['one'])
    expect((await backend.views?.({ uid: 'u1', company: null }))?.sharing).toBe(false)
  })
})
