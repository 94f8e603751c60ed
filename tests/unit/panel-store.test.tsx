import { beforeEach, describe, expect, it, vi } from 'vitest'
import { panelStore } from '~/src/app/panel-store'

beforeEach(() => {
  panelStore.reset()
  localStorage.clear()
  sessionStorage.clear()
})

const keysIn = (storage: Storage) => Object.keys(storage)

describe('the panel’s store', () => {
  it('stores page, sort and filters of lists in the session storage', () => {
    panelStore.setItem('users.listParams', { page: 2 })
    expect(keysIn(sessionStorage)).toEqual(['vecto.store.users.listParams'])
    expect(keysIn(localStorage)).toEqual([])
    expect(panelStore.getItem('users.listParams')).toEqual({ page: 2 })
  })

  it('stores the chosen columns in the local storage', () => {
    panelStore.setItem('preferences.users.datatable.columns', ['email'])
    expect(keysIn(localStorage)).toEqual(['vecto.store.preferences.users.datatable.columns'])
  })

  it('never persists the language, which the user’s account determines', () => {
    panelStore.setItem('locale', 'fr')
    expect(panelStore.getItem('locale')).toBe('fr')
    expect([...keysIn(localStorage), ...keysIn(sessionStorage)]).toEqual([])
  })

  it('sets the theme on the document only once one is chosen', () => {
    expect(panelStore.getItem('theme', 'light')).toBe('light')
    expect(document.documentElement.dataset.theme).toBeUndefined()
    panelStore.setItem('theme', 'dark')
    expect(panelStore.getItem('theme', 'light')).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('stores the menu of narrow windows separately from that of wide windows', () => {
    panelStore.setItem('sidebar.open', false)
    const wide = matchMedia('(max-width:599.95px)')
    const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ ...wide, matches: true })
    expect(panelStore.getItem('sidebar.open')).toBeUndefined()
    panelStore.setItem('sidebar.open', true)
    media.mockRestore()
    expect(panelStore.getItem('sidebar.open')).toBe(false)
  })

  it('notifies subscribers until they unsubscribe', () => {
    const heard = vi.fn()
    const stop = panelStore.subscribe('sidebar.open', heard)
    panelStore.setItem('sidebar.open', false)
    stop()
    panelStore.setItem('sidebar.open', true)
    expect(heard.mock.calls).toEqual([[false]])
  })
})
