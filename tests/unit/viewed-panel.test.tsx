import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ViewBanner } from '~/src/features/viewings/view-news'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openList, renderScreen } from '../support/panel/render-screen'
import { mediaRow } from '../support/panel/sample-rows'
import { personOf } from '../support/server/person'

freshBrowser()

const calls = vi.hoisted(() => ({ request: vi.fn(async () => ({})), leave: vi.fn() }))
vi.mock('~/src/api/chosen-backend', () => ({ backend: { request: calls.request } }))
vi.mock('~/src/api/session', async original => ({ ...(await original<object>()), leave: calls.leave }))

const profile = { viewedUntil: '2020-01-01T10:00:00Z' }

describe('the panel during a view as another user', () => {
  it.each([
    ['the user', {}, ['Unselect', 'Add tags', 'Remove tags'], 1],
    ['another user', profile, ['Unselect'], 0],
  ])(
    'viewing the panel as %s offers bulk changes and saving of views only if permitted',
    async (_, given, changes, saves) => {
      const api = fakeApi({ medias: [mediaRow()], views: [] })
      const { user } = await openList('medias', '', { role: 'admin', me: { profile: given }, api })
      const row = await screen.findByRole('row', { name: /Harbour|Sunset/i })
      await user.click(within(row).getByRole('checkbox'))
      const bar = within(await screen.findByRole('toolbar'))
      expect(bar.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(changes)
      await user.click(await screen.findByRole('button', { name: 'Views' }))
      const menu = within(await screen.findByRole('menu'))
      expect(menu.queryAllByRole('menuitem', { name: /^Save/ })).toHaveLength(saves)
    },
  )

  it('ends a view only when the server reports its end, independent of this computer’s clock', async () => {
    await renderScreen(<ViewBanner me={personOf('viewer', { profile })} token="vecto_view_abc_secret" />)
    expect(await screen.findByRole('region')).toBeVisible()
    await waitFor(() => expect(calls.request).toHaveBeenCalledWith('users/me'))
    expect(calls.leave).not.toHaveBeenCalled()
  })
})
