import { HttpError } from 'react-admin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { panelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { TIME_LIMIT } from '~/src/api/http'
import { onPremise } from '~/src/api/onpremise/onpremise'
import { leave, openSession, sessionToken } from '~/src/api/session'
import { readUsage } from '~/src/features/usage/charts'
import { panelText } from '../support/browser/panel-texts'

vi.mock('~/src/api/session', async original => ({
  ...(await original<typeof import('~/src/api/session')>()),
  leave: vi.fn(),
}))

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.mocked(leave).mockClear()
  localStorage.clear()
  sessionStorage.clear()
  openSession('r:token')
  sessionStorage.setItem('vecto.draft.u1.medias.create', '{"name":"Quay"}')
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const page = '<!doctype html><title>Sign in to the network</title>'
const html = (status: number, headers: Record<string, string> = {}) => ({
  init: { status, headers: { 'Content-Type': 'text/html', ...headers } },
  body: page,
})

/** Responses of something other than the server, and the errors that the panel reports. */
const situations = [
  ['an HTML page with 200', html(200), { status: 0, code: 'intercepted' }],
  ['an HTML page with 401', html(401), { status: 0, code: 'intercepted' }],
  ['an HTML page with 404', html(404), { status: 0, code: 'intercepted' }],
  ['an HTML page with 511', html(511), { status: 0, code: 'intercepted' }],
  ['a 403 of a proxy', html(403), { status: 403, code: 'refused_by_proxy' }],
  ['a 413 of a proxy', html(413), { status: 413, code: 'too_large_for_proxy' }],
  [
    'a 429 of a proxy',
    html(429, { 'Retry-After': '45' }),
    { status: 429, code: 'too_many_requests', retryAfter: 45 },
  ],
  ['a 502 of a proxy', html(502), { status: 502, code: 'http_502' }],
  ['truncated JSON', { init: {}, body: '{"uid":"u1","results":[{"uid"' }, { status: 0, code: 'intercepted' }],
  ['an empty body with 200', { init: {}, body: '' }, { status: 0, code: 'intercepted' }],
  ['a string with 200', { init: {}, body: '"welcome"' }, { status: 0, code: 'intercepted' }],
] as const

const provider = panelDataProvider(onPremise.request, onPremise)
const list = {
  pagination: { page: 1, perPage: 10 },
  sort: { field: 'name', order: 'ASC' as const },
  filter: {},
}
const data = { name: 'Quay' }
const previousData = { id: 'm1', name: 'Old' }

/** Every function of the data provider. */
const providerCalls: Readonly<Record<string, () => Promise<unknown>>> = {
  getList: () => provider.getList('medias', list),
  getOne: () => provider.getOne('medias', { id: 'm1' }),
  getMany: () => provider.getMany('medias', { ids: ['m1'] }),
  getManyReference: () => provider.getManyReference('users', { ...list, target: 'company', id: 'c1' }),
  create: () => provider.create('medias', { data }),
  update: () => provider.update('medias', { id: 'm1', data, previousData }),
  updateMany: () => provider.updateMany('medias', { ids: ['m1'], data }),
  delete: () => provider.delete('medias', { id: 'm1' }),
  deleteMany: () => provider.deleteMany('medias', { ids: ['m1'] }),
  request: () => provider.request('/medias'),
  act: () => provider.act('medias', 'm1', 'restore'),
  values: () => provider.values('companies'),
  uploaded: () => provider.uploaded('f1'),
  fileUrl: () => provider.fileUrl('medias', 'm1', 'file'),
  shownUrl: () => provider.shownUrl('medias', 'm1', 'file'),
  beginPlayback: () => provider.beginPlayback('medias', 'm1', 'file'),
  addPlayback: () => provider.addPlayback('p1', 5, false),
  part: () => provider.part('versions', 'e1/v1', 'tree'),
  inviteUser: () => provider.inviteUser({ email: 'ada@demo.example' }),
  many: async () => {
    const { matching, run } = await provider.many()
    const [ids, done] = await Promise.allSettled([
      matching('medias', {}),
      run({ resource: 'medias', action: 'delete', uids: ['m1'] }),
    ])
    if (ids.status === 'fulfilled') return ids.value
    if (done.status === 'fulfilled') return done.value
    expect(factsOf(ids.reason)).toEqual(factsOf(done.reason))
    throw ids.reason
  },
  jobs: () => provider.jobs(),
  processing: () => provider.processing(),
  createVideoJob: () => provider.createVideoJob(data),
  preview: () => provider.preview('v1', 0, { mode: 'fast' }),
  mailState: () => provider.mailState(),
  checkMail: () => provider.checkMail(),
  sendTestMail: () => provider.sendTestMail({ action: 'invite', subject: {}, content: {}, lang: 'en' }),
  requestPasswordReset: () => provider.requestPasswordReset('ada@demo.example'),
  changePassword: () => provider.changePassword('secret1', 'secret2'),
}

const link = { type: 'invite', hash: 'u1-key' } as const

/** Requests that the panel makes without the data provider. */
const backendCalls = {
  config: () => onPremise.config(),
  signIn: () => onPremise.signIn({ email: 'ada@demo.example', password: 'secret1' }),
  signInWithPasskey: () => onPremise.signInWithPasskey?.() ?? Promise.resolve(),
  me: () => onPremise.me(),
  request: () => onPremise.request('/me/notifications'),
  publicRequest: () => onPremise.publicRequest('watch/token'),
  requestPasswordReset: () => onPremise.requestPasswordReset('ada@demo.example'),
  changePassword: () => onPremise.changePassword('secret1', 'secret2'),
  readLink: async () => (await onPremise.onboarding()).read(link),
  completeLink: async () => (await onPremise.onboarding()).complete(link, {}),
  deviceNotifications: () => onPremise.deviceNotifications?.() ?? Promise.resolve(),
  usage: () => readUsage(onPremise.request, { days: 7 }),
}

const factsOf = (error: unknown) => {
  if (error instanceof BackendError)
    return { status: error.status, code: error.code, retryAfter: error.retryAfter }
  if (!(error instanceof HttpError)) throw error
  const { status, code, retryAfter } = failureOf(error)
  return { status, code, retryAfter }
}

const calls = [
  ...Object.entries(providerCalls).map(([name, call]) => [`the provider’s ${name}`, call] as const),
  ...Object.entries(backendCalls).map(([name, call]) => [`the backend’s ${name}`, call] as const),
]

const expectNothingLost = () => {
  expect(leave).not.toHaveBeenCalled()
  expect(sessionToken()).toBe('r:token')
  expect(sessionStorage.getItem('vecto.draft.u1.medias.create')).toBe('{"name":"Quay"}')
}

describe('response that is not from the server', () => {
  it('the table of calls covers every function of the data provider', () => {
    const functions = Object.entries(provider).filter(([, value]) => typeof value === 'function')
    expect(functions.map(([name]) => name).sort()).toEqual(Object.keys(providerCalls).sort())
  })

  describe.each(situations)('%s', (_name, { init, body }, expected) => {
    it.each(calls)('a foreign response fails %s with its code and ends no session', async (_call, call) => {
      answer.mockImplementation(async () => new Response(body, init))
      const error = await call().then(
        () => 'succeeded',
        (thrown: unknown) => factsOf(thrown),
      )
      expect(error).toMatchObject(expected)
      expectNothingLost()
    })
  })

  it.each(calls)('a timeout fails %s as unreachable', async (_call, call) => {
    vi.useFakeTimers()
    answer.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    )
    const failed = call().then(
      () => 'succeeded',
      (thrown: unknown) => factsOf(thrown),
    )
    await vi.advanceTimersByTimeAsync(TIME_LIMIT + 1)
    expect(await failed).toMatchObject({ status: 0, code: 'unreachable' })
    expectNothingLost()
  })

  it.each(calls)('a broken connection fails %s as unreachable', async (_call, call) => {
    answer.mockImplementation(async () => {
      const broken = new ReadableStream({ start: control => control.error(new TypeError('network error')) })
      return new Response(broken, { status: 200 })
    })
    const error = await call().then(
      () => 'succeeded',
      (thrown: unknown) => factsOf(thrown),
    )
    expect(error).toMatchObject({ status: 0, code: 'unreachable' })
    expectNothingLost()
  })

  /** Functions that reject JSON of another shape. */
  const shaped = [
    'getList',
    'getOne',
    'getMany',
    'getManyReference',
    'create',
    'values',
    'uploaded',
    'fileUrl',
    'shownUrl',
    'inviteUser',
    'many',
    'jobs',
    'createVideoJob',
  ] as const

  const shapedCalls = Object.entries(providerCalls).filter(([name]) => shaped.some(each => each === name))

  it.each(shapedCalls)('JSON of another shape fails the provider’s %s', async (_name, call) => {
    answer.mockImplementation(async () => new Response('{"login":"https://portal.example"}'))
    const error = await call().then(
      () => 'succeeded',
      (thrown: unknown) => factsOf(thrown),
    )
    expect(error).toMatchObject({ status: 0, code: 'intercepted' })
  })

  it('JSON without a role is no profile', async () => {
    answer.mockImplementation(async () => new Response('{"login":"https://portal.example"}'))
    await expect(onPremise.me()).rejects.toMatchObject({ status: 0, code: 'intercepted' })
  })
})

describe('response of the server', () => {
  it.each([
    ['{"code":"session_expired","message":"No session"}', 1],
    ['{"code":209,"reason":"session_expired","error":"No session"}', 1],
    ['{"code":"wrong_code","message":"Wrong code"}', 0],
  ])('a 401 with %s ends the session %i times', async (body, times) => {
    answer.mockImplementation(async () => new Response(body, { status: 401 }))
    // Fresh modules: another test file of this worker may have left the page.
    vi.resetModules()
    const session = await import('~/src/api/session')
    const fresh = await import('~/src/api/onpremise/onpremise')
    await expect(fresh.onPremise.request('/medias')).rejects.toMatchObject({ status: 401 })
    expect(session.leave).toHaveBeenCalledTimes(times)
  })

  it('a 204 has no content', async () => {
    answer.mockImplementation(async () => new Response(null, { status: 204 }))
    expect(await onPremise.request('/medias')).toBeUndefined()
  })
})

describe('error texts for foreign responses', () => {
  it.each(['unreachable', 'intercepted', 'refused_by_proxy', 'too_large_for_proxy', 'saved_already'])(
    'the error %s has a text in each language',
    code => {
      const texts = (['en', 'fr', 'es'] as const).map(lang => panelText(lang, `errors.${code}`))
      expect(new Set(texts).size).toBe(3)
    },
  )
})
