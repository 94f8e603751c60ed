import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { signInByWindow } from '~/src/api/onpremise/third-party'
import { fakeApi, refusing } from '../support/panel/fake-api'

type Word = { readonly code?: string; readonly problem?: string }

const START = 'POST /oidc/start'
const SESSION = 'POST /oidc/session'
const began = { address: 'https://provider.example/authorize?state=1', flow: 'f1', verifier: 'secret' }
const session = { sessionToken: 't1' }

/** BroadcastChannel delivers messages in a later task. */
const turn = () => new Promise(resolve => setImmediate(resolve))

const until = async (isSo: () => boolean) => {
  for (let turns = 0; turns < 500 && !isSo(); turns++) await turn()
  expect(isSo()).toBe(true)
}

const say = (word: Word, flow = began.flow) => {
  const channel = new BroadcastChannel(`vecto-oidc-${flow}`)
  channel.postMessage(word)
  channel.close()
}

/** A sign-in with a popup of a provider, whose window and messages the test controls. */
const signingIn = (answer: unknown = session) => {
  const api = fakeApi()
  api.answering(START, () => began)
  api.answering(SESSION, () => answer)
  const popup = { closed: false, close: vi.fn(), location: { href: '' } }
  const on = { enter: vi.fn(), settingUp: vi.fn(), end: vi.fn() }
  const begin = () => {
    const call = <T,>(path: string, json: object) => api.request<T>(`/${path}`, { method: 'POST', json })
    signInByWindow(popup as unknown as Window, call, on.enter, on.settingUp).then(on.end, on.end)
    return until(() => popup.location.href !== '' || on.end.mock.calls.length > 0)
  }
  const ended = async () => {
    await until(() => on.end.mock.calls.length > 0)
    const [[outcome]] = on.end.mock.calls as [[unknown]]
    return outcome
  }
  return { api, popup, on, begin, ended }
}

const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { reload })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('signing in with a provider’s popup', () => {
  it('fails with popup_blocked and sends no request when the browser blocks the popup', async () => {
    const call = vi.fn()
    const outcome = signInByWindow(null, call, vi.fn(), vi.fn())
    await expect(outcome).rejects.toMatchObject({ status: 0, code: 'popup_blocked' })
    expect(call).not.toHaveBeenCalled()
  })

  it('opens the provider’s page and exchanges the code with the verifier for a session', async () => {
    const { api, popup, on, begin, ended } = signingIn()
    await begin()
    expect(popup.location.href).toBe(began.address)
    expect(api.to(SESSION)).toEqual([])
    say({ code: 'c1' })
    expect(await ended()).toBeUndefined()
    expect(api.to(START).map(({ json }) => json)).toEqual([{}])
    expect(api.to(SESSION).map(({ json }) => json)).toEqual([{ code: 'c1', verifier: 'secret' }])
    expect(on.enter.mock.calls).toEqual([[session]])
    expect(on.settingUp).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()
  })

  it('closes the popup when the sign-in cannot be started', async () => {
    const { api, popup, on, begin, ended } = signingIn()
    api.answering(START, refusing(503, 'third_party_down'))
    await begin()
    expect(await ended()).toMatchObject({ status: 503, code: 'third_party_down' })
    expect(popup.close).toHaveBeenCalledOnce()
    expect(popup.location.href).toBe('')
    expect(on.enter).not.toHaveBeenCalled()
  })

  it.each([
    ['the reported problem', { problem: 'email_unverified' }, 'email_unverified'],
    ['third_party_refused if no problem is reported', {}, 'third_party_refused'],
  ])('fails without a code with %s', async (_, word, code) => {
    const { api, on, begin, ended } = signingIn()
    await begin()
    say(word)
    const outcome = await ended()
    expect(outcome).toBeInstanceOf(BackendError)
    expect(outcome).toMatchObject({ status: 403, code })
    expect(api.to(SESSION)).toEqual([])
    expect(on.enter).not.toHaveBeenCalled()
  })

  it('fails when the server refuses the code', async () => {
    const { api, on, begin, ended } = signingIn()
    api.answering(SESSION, refusing(409, 'other_account'))
    await begin()
    say({ code: 'c1' })
    expect(await ended()).toMatchObject({ status: 409, code: 'other_account' })
    expect(on.enter).not.toHaveBeenCalled()
  })

  it('ignores messages of another tab’s popup', async () => {
    const { api, begin, ended } = signingIn()
    await begin()
    say({ code: 'theirs' }, 'f2')
    say({ code: 'mine' })
    await ended()
    expect(api.to(SESSION).map(({ json }) => json)).toEqual([{ code: 'mine', verifier: 'secret' }])
  })

  it('uses only the first message of the popup', async () => {
    const { api, on, begin, ended } = signingIn()
    await begin()
    say({ code: 'c1' })
    say({ code: 'c2' })
    await ended()
    await turn()
    expect(api.to(SESSION)).toHaveLength(1)
    expect(on.enter).toHaveBeenCalledOnce()
  })
})

describe('signing in with a new account', () => {
  it('waits five seconds for the setup of a new account and reports it before entering', async () => {
    const { on, begin, ended } = signingIn({ ...session, isNew: true })
    await begin()
    say({ code: 'c1' })
    await until(() => on.settingUp.mock.calls.length > 0)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(on.enter).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await ended()
    expect(on.settingUp).toHaveBeenCalledOnce()
    expect(on.enter.mock.calls).toEqual([[{ ...session, isNew: true }]])
  })
})

describe('responses that are not those of the server', () => {
  it.each([undefined, {}])('fails with unreachable when starting the sign-in returns %j', async answer => {
    const { api, popup, begin, ended } = signingIn()
    api.answering(START, () => answer)
    await begin()
    expect(await ended()).toMatchObject({ status: 0, code: 'unreachable' })
    expect(popup.close).toHaveBeenCalledOnce()
    expect(popup.location.href).toBe('')
  })

  it('fails with unreachable when the response contains no session', async () => {
    const { api, on, begin, ended } = signingIn()
    api.answering(SESSION, () => undefined)
    await begin()
    say({ code: 'c1' })
    expect(await ended()).toMatchObject({ status: 0, code: 'unreachable' })
    expect(on.enter).not.toHaveBeenCalled()
  })
})

describe('a popup that is closed', () => {
  it('ends the sign-in a second after the popup was closed and ignores later messages', async () => {
    const { api, popup, on, begin, ended } = signingIn()
    await begin()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(on.end).not.toHaveBeenCalled()
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1_249)
    expect(on.end).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended()).toMatchObject({ status: 0, code: 'popup_closed' })
    say({ problem: 'third_party_refused' })
    await turn()
    expect(api.to(SESSION)).toEqual([])
  })

  it('signs in when the popup sent its code just before it closed', async () => {
    const { popup, on, begin, ended } = signingIn()
    await begin()
    popup.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    say({ code: 'c1' })
    expect(await ended()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(on.enter.mock.calls).toEqual([[session]])
    expect(reload).not.toHaveBeenCalled()
  })

  const gone = async (answer?: unknown) => {
    const signing = signingIn(answer)
    await signing.begin()
    signing.popup.closed = true
    await vi.advanceTimersByTimeAsync(2_000)
    await signing.ended()
    return signing
  }

  it('reloads the page after a late sign-in of a popup that was reported as closed', async () => {
    const { on } = await gone()
    expect(on.enter).not.toHaveBeenCalled()
    say({ code: 'c1' })
    await until(() => reload.mock.calls.length > 0)
    expect(on.enter.mock.calls).toEqual([[session]])
    expect(reload).toHaveBeenCalledOnce()
  })

  it('leaves the page unchanged when a late sign-in fails', async () => {
    const { api, on } = await gone()
    api.answering(SESSION, refusing(403, 'third_party_refused'))
    say({ code: 'c1' })
    await until(() => api.to(SESSION).length > 0)
    await turn()
    expect(on.enter).not.toHaveBeenCalled()
    expect(reload).not.toHaveBeenCalled()
  })
})

it('waits for the setup of a new account after a late sign-in as well', async () => {
  const { popup, on, begin, ended } = signingIn({ ...session, isNew: true })
  await begin()
  popup.closed = true
  await vi.advanceTimersByTimeAsync(1_250)
  await ended()
  say({ code: 'c1' })
  await until(() => on.settingUp.mock.calls.length > 0)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(on.enter).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await until(() => reload.mock.calls.length > 0)
  expect(on.enter).toHaveBeenCalledOnce()
})
