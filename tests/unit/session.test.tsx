import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearUserData, clientId, openSession, sessionToken, takeLeavingReason } from '~/src/api/session'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the session in this browser', () => {
  it('removes all user data at sign-out', () => {
    openSession('r:secret')
    localStorage.setItem('tus::upload', '{}')
    sessionStorage.setItem('vecto.store.users.listParams', '{}')
    clearUserData()
    expect(sessionToken()).toBeNull()
    expect(Object.keys(localStorage)).toEqual([])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('keeps theme, client id and column preferences at sign-out', () => {
    const client = clientId()
    localStorage.setItem('vecto.theme', 'dark')
    localStorage.setItem('vecto.store.preferences.users.datatable_columns', '["email"]')
    clearUserData()
    expect(clientId()).toBe(client)
    expect(localStorage.getItem('vecto.store.preferences.users.datatable_columns')).toBe('["email"]')
    expect(localStorage.getItem('vecto.theme')).toBe('dark')
  })

  it('identifies the browser with one UUID', () => {
    expect(clientId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(clientId()).toBe(clientId())
  })

  it('returns the reason of the end of a session once', () => {
    sessionStorage.setItem('vecto.leavingReason', 'ended')
    expect(takeLeavingReason()).toBe('ended')
    expect(takeLeavingReason()).toBeNull()
  })
})

describe('unfinished work', () => {
  const mine = { draft: 'vecto.draft.me.users.create', upload: 'tus::@me::a.mp4::1' }
  const theirs = { draft: 'vecto.draft.her.users.create', upload: 'tus::@her::b.mp4::1' }
  const replace = vi.fn()
  const work = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(isWork).sort()
  const isWork = (key: string) => key.startsWith('tus::') || key.startsWith('vecto.draft.')
  const all = [mine.upload, theirs.upload, mine.draft, theirs.draft].sort()

  /** A page opened by a user, with module state that no other test shares. */
  const openPage = async () => {
    vi.resetModules()
    const session = await import('~/src/api/session')
    session.noteUser('me')
    session.openSession('r:token')
    session.watchSession()
    for (const { draft, upload } of [mine, theirs]) {
      sessionStorage.setItem(draft, '{"name":"Quay"}')
      localStorage.setItem(upload, '{}')
    }
    return session
  }

  beforeEach(() => {
    replace.mockReset()
    vi.stubGlobal('location', { ...location, pathname: '/user/create', search: '', hash: '', replace })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('keeps unfinished work of all users when the session ends', async () => {
    const { leave } = await openPage()
    leave({ reason: 'ended', back: true })
    expect(work()).toEqual(all)
    expect(replace).toHaveBeenCalledWith(`/signin?redirect=${encodeURIComponent('/user/create')}`)
  })

  it('keeps unfinished work when the user signs out in another tab, after storing it', async () => {
    const { onLeaving } = await openPage()
    onLeaving(() => localStorage.setItem(mine.upload, '{"restored":true}'))
    localStorage.removeItem('vecto.session')
    localStorage.removeItem(mine.upload)
    dispatchEvent(new StorageEvent('storage', { key: 'vecto.session' }))
    expect(replace).toHaveBeenCalledOnce()
    expect(work()).toEqual(all)
    expect(localStorage.getItem(mine.upload)).toBe('{"restored":true}')
  })

  it('removes the user’s own unfinished work at sign-out and keeps that of others', async () => {
    const { beginSignOut, leave, onLeaving } = await openPage()
    onLeaving(() => localStorage.setItem(mine.upload, '{}'))
    beginSignOut()
    leave()
    expect(work()).toEqual([theirs.upload, theirs.draft].sort())
  })

  it('removes all unfinished work at a sign-out before the user is known', async () => {
    vi.resetModules()
    const { clearUserData } = await import('~/src/api/session')
    localStorage.setItem(mine.upload, '{}')
    sessionStorage.setItem(theirs.draft, '{}')
    clearUserData()
    expect(work()).toEqual([])
  })
})
