import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKey, keepDraft, readDraft } from '~/src/admin/form/draft'
import { localStore, probeStorage, sessionStore, storageLoss } from '~/src/api/browser-storage'
import { clearUserData, noteUser, openSession, sessionToken } from '~/src/api/session'
import { panelStore } from '~/src/app/panel-store'
import { storedThemeChoice, storeThemeChoice } from '~/src/app/theme-choice'
import { SignIn } from '~/src/auth/sign-in/sign-in'
import { freshBrowser } from '../support/browser/fresh-browser'

freshBrowser()

const names = ['localStorage', 'sessionStorage'] as const
const own = names.map(name => [name, Object.getOwnPropertyDescriptor(window, name)] as const)

const replace = (get: () => unknown) => {
  for (const name of names) Object.defineProperty(window, name, { configurable: true, get })
}
const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const restore = () => {
  for (const [name, descriptor] of own)
    if (descriptor) Object.defineProperty(window, name, descriptor)
    else Reflect.deleteProperty(window, name)
}

beforeEach(() => {
  localStore.clear()
  sessionStore.clear()
})
afterEach(() => {
  restore()
  vi.restoreAllMocks()
  storeThemeChoice(undefined)
  localStore.clear()
  sessionStore.clear()
  probeStorage()
})

const ways = [
  ['that throws on access', () => replace(blocked)],
  ['that is null', () => replace(() => null)],
  [
    'that is full',
    () => {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError')
      })
    },
  ],
] as const

describe.each(ways)('browser storage %s', (_, block) => {
  it('session, drafts, list parameters and theme are kept in memory when storage is unavailable', () => {
    block()
    expect(probeStorage()).toBe(false)
    expect(storageLoss.read()).toBe(true)
    openSession('r:secret')
    noteUser('u1')
    expect(sessionToken()).toBe('r:secret')
    const key = draftKey('u1', 'users', 'u2')
    keepDraft(key, { name: 'Ada' })
    expect(readDraft(key)).toEqual({ name: 'Ada' })
    panelStore.setItem('users.listParams', { page: 2 })
    expect(panelStore.getItem('users.listParams')).toEqual({ page: 2 })
    storeThemeChoice('dark')
    expect(storedThemeChoice()).toBe('dark')
    clearUserData()
    expect(sessionToken()).toBeNull()
    expect(readDraft(key)).toBeNull()
    expect(storedThemeChoice()).toBe('dark')
  })

  it('the sign-in page warns that nothing is stored', () => {
    block()
    probeStorage()
    const backend = {
      signIn: vi.fn(),
      signInWithThirdParty: vi.fn(),
      signInWithPasskey: vi.fn(),
      config: vi.fn(() => new Promise<never>(() => undefined)),
    }
    render(<SignIn backend={backend} reason={null} onFirstInput={vi.fn()} onSignedIn={vi.fn()} />)
    expect(screen.getByRole('note')).toHaveTextContent('This browser stores nothing for this site')
  })
})

describe('full browser storage', () => {
  it('returns the last written value and no earlier one after a reload when storage is full', () => {
    localStore.set('vecto.a', 'earlier')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    localStore.set('vecto.a', 'later')
    expect(localStore.get('vecto.a')).toBe('later')
    expect(localStore.entries()).toEqual({ 'vecto.a': 'later' })
    expect(localStorage.getItem('vecto.a')).toBeNull()
    full.mockRestore()
    localStore.set('vecto.a', 'last')
    expect(localStorage.getItem('vecto.a')).toBe('last')
    localStore.remove('vecto.a')
    expect(localStore.get('vecto.a')).toBeNull()
  })
})
