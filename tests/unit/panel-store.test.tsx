import { beforeEach, describe, expect, it, vi } from 'vitest'
import { panelStore } from '~/src/app/panel-store'

beforeEach(() => {
  panelStore.reset()
  localStorage.clear()
  sessionStorage.clear()
})

const keysIn = (storage: Storage) => Object.keys(storage)

describe('what the panel remembers', () => {
  it('keeps page, sort and filters of lists for the session', () => {
    panelStore.setItem('users.listParams', { page: 2 })
    expect(keysIn(sessionStorage)).toEqual(['vecto.store.users.listParams'])
    expect(keysIn(localStorage)).toEqual([])
    expect(panelStore.getItem('users.listParams')).toEqual({ page: 2 })
  })

  it('keeps the choice of columns beyond it', () => {
    panelStore.setItem('preferences.users.datatable.columns', ['email'])
    expect(keysIn(localStorage)).toEqual(['vecto.store.preferences.users.datatable.columns'])
  })

  it('keeps the language nowhere: the user’s own decides', () => {
    panelStore.setItem('locale', 'fr')
    expect(panelStore.getItem('locale')).toBe('fr')
    expect([...keysIn(localStorage), ...keysIn(sessionStorage)]).toEqual([])
  })

  it('has no theme until one is chosen, then tells the page', () => {
    expect(panelStore.getItem('theme', 'light')).toBe('light')
    expect(document.documentElement.dataset.theme).toBeUndefined()
    panelStore.setItem('theme', 'dark')
    expect(panelStore.getItem('theme', 'light')).toBe('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  it('keeps a phone’s open menu apart from the folded column of a wide window', () => {
    panelStore.setItem('sidebar.open', false)
    const wide = matchMedia('(max-width:599.95px)')
    const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ ...wide, matches: true })
    expect(panelStore.getItem('sidebar.open')).toBeUndefined()
    panelStore.setItem('sidebar.open', true)
    media.mockRestore()
    expect(panelStore.getItem('sidebar.open')).toBe(false)
  })

  it('tells those who listen, until they stop', () => {
    const heard = vi.fn()
    const stop = panelStore.subscribe('sidebar.open', heard)
    panelStore.setItem('sidebar.open', false)
    stop()
    panelStore.setItem('sidebar.open', true)
    expect(heard.mock.calls).toEqual([[false]])
  })
})
