import { beforeEach, expect, it } from 'vitest'
import { endView } from '~/src/api/leave-view'
import { openSession, sessionToken } from '~/src/api/session'
import { hasViewNews, viewToken } from '~/src/api/viewed-tab'
import { beginView, takeViewEnded } from '~/src/features/viewings/begin-view'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  openSession('r:own')
  sessionStorage.setItem('vecto.store.medias.listParams', '{"page":3}')
})

it('sets the tab’s session storage aside during a view and restores it afterwards', () => {
  beginView('vecto_view_abc_secret', '/user/show/anna')
  expect([sessionToken(), viewToken(), hasViewNews()]).toEqual([
    ...['vecto_view_abc_secret', 'vecto_view_abc_secret', true],
  ])
  expect(sessionStorage.getItem('vecto.store.medias.listParams')).toBeNull()
  sessionStorage.setItem('vecto.store.users.listParams', '{}')
  expect(endView(false)).toBe('/user/show/anna')
  expect([sessionToken(), viewToken(), hasViewNews()]).toEqual(['r:own', null, false])
  expect(Object.entries(sessionStorage)).toEqual([['vecto.store.medias.listParams', '{"page":3}']])
})

it('reports once that a view ended by itself', () => {
  beginView('vecto_view_abc_secret', '/home')
  endView(true)
  expect([hasViewNews(), takeViewEnded(), takeViewEnded(), hasViewNews()]).toEqual([true, true, false, false])
})

it('a view has no session token once the user’s own session is gone', () => {
  beginView('vecto_view_abc_secret', '/home')
  localStorage.clear()
  expect(sessionToken()).toBeNull()
})
