import { beforeEach, describe, expect, it } from 'vitest'
import { clearUserData, clientId, openSession, sessionToken, takeLeavingReason } from '~/src/api/session'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the session in this browser', () => {
  it('leaves nothing of the person behind', () => {
    openSession('r:secret')
    localStorage.setItem('tus::upload', '{}')
    sessionStorage.setItem('vecto.store.users.listParams', '{}')
    clearUserData()
    expect(sessionToken()).toBeNull()
    expect(Object.keys(localStorage)).toEqual([])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('keeps the look and the name of the browser, which are nobody’s', () => {
    const client = clientId()
    localStorage.setItem('vecto.theme', 'dark')
    localStorage.setItem('vecto.store.preferences.users.datatable_columns', '["email"]')
    clearUserData()
    expect(clientId()).toBe(client)
    expect(localStorage.getItem('vecto.store.preferences.users.datatable_columns')).toBe('["email"]')
    expect(localStorage.getItem('vecto.theme')).toBe('dark')
  })

  it('names the browser with one uuid', () => {
    expect(clientId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(clientId()).toBe(clientId())
  })

  it('tells why it ended once', () => {
    sessionStorage.setItem('vecto.leavingReason', 'ended')
    expect(takeLeavingReason()).toBe('ended')
    expect(takeLeavingReason()).toBeNull()
  })
})
