import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '~/model/languages'
import { HomePage } from '~/src/features/home/home-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const opened = vi.fn()
beforeEach(() => {
  opened.mockClear()
  vi.stubGlobal('open', opened)
  return () => vi.unstubAllGlobals()
})

const invitation = (uid: string, group: string): Row => ({
  uid,
  hostCompany: { ref: 'companies/host', label: 'Host & Co' },
  group: { ref: `companies/host/groups/${uid}`, label: group },
  createdBy: { ref: 'users/h1', label: 'Hugo Host' },
  createdAt: '2024-01-15T09:00:00Z',
  status: 'pending',
})

const download: Row = {
  uid: 'd1',
  name: 'Studio',
  version: '4.2',
  lang: 'fr',
  accessible: true,
  status: 'active',
  notes: { fr: '<p>Plus <strong>rapide</strong><script>bad()</script></p>', en: '<p>Faster</p>' },
}

const world = (invitations: Row[] = [], downloads: Row[] = []) => {
  const api = fakeApi({ downloads })
  api.answering('GET /me/invitations', () => ({ results: invitations, meta: { count: invitations.length } }))
  api.answering('PATCH /me/invitations/i1', () => invitation('i1', 'Curators'))
  api.answering('GET /dl/downloads/d1/file', () => ({ url: 'https://files.example/studio.exe' }))
  return api
}

const open = (api = world(), language: Language = 'en') =>
  renderScreen(<HomePage firstname="Ada" lang={language} hasSections={false} />, {
    offers: ['ownAccount'],
    role: 'viewer',
    path: '/home',
    api,
    language,
  })

const waiting = async () => within(await screen.findByRole('region', { name: 'Invitations waiting for you' }))

describe('pending invitations', () => {
  it('an invitation shows the host, the group, who invited and when', async () => {
    await open(world([invitation('i1', 'Curators')]))
    const row = (await waiting()).getAllByRole('row')[1]
    expect(row).toHaveTextContent(/Host & Co.*Curators.*Hugo Host.*15 Jan 2024/)
  })

  it('accepting an invitation requires confirmation and removes it from the table', async () => {
    const { api, user } = await open(world([invitation('i1', 'Curators'), invitation('i2', 'Guides')]))
    await user.click((await waiting()).getByRole('button', { name: 'Accept the invitation to Curators' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Join “Curators” of Host & Co?')).toBeVisible()
    expect(api.to('PATCH /me/invitations/i1')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('You are now a guest of Curators')).toBeVisible()
    expect(api.to('PATCH /me/invitations/i1')[0]?.json).toEqual({ company: 'companies/host' })
    await waitFor(async () => expect((await waiting()).getAllByRole('row')).toHaveLength(2))
    expect((await waiting()).getByText('Guides')).toBeVisible()
  })

  it('declining an invitation requires confirmation and removes it from the table', async () => {
    const api = world([invitation('i1', 'Curators')])
    api.answering('DELETE /me/invitations/i1', () => ({}))
    const { user } = await open(api)
    const decline = { name: 'Decline the invitation to Curators' }
    await user.click((await waiting()).getByRole('button', decline))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/^Decline the invitation to “Curators” of Host & Co\?/)).toBeVisible()
    expect(api.to('DELETE /me/invitations/i1')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The invitation to Curators is declined')).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Invitations waiting for you' })).toBeNull(),
    )
  })

  it('shows the error when accepting an invitation fails', async () => {
    const api = world([invitation('i1', 'Curators')])
    api.answering('PATCH /me/invitations/i1', refusing(404, 'not_found'))
    const { user } = await open(api)
    await user.click((await waiting()).getByRole('button', { name: /^Accept/ }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/^This record does not exist/)).toBeVisible()
  })

  it('hides invitations and downloads when there are none or they cannot be loaded', async () => {
    const api = world()
    api.answering('GET /downloads', refusing(500, 'server_error'))
    await open(api)
    await waitFor(() => expect(api.to('GET /me/invitations')).toHaveLength(1))
    await waitFor(() => expect(api.to('GET /downloads')).toHaveLength(1))
    expect(screen.queryAllByRole('region')).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('downloads', () => {
  it('lists downloads in the user’s language with sanitized notes and opens a signed URL', async () => {
    const { api, user } = await open(world([], [download]), 'fr')
    const shown = within(await screen.findByRole('region', { name: 'Téléchargements' }))
    expect(askedOf(api.to('GET /downloads')[0]).q).toEqual({ lang: 'fr', accessible: true, status: 'active' })
    expect(shown.getByText('rapide')).toBeVisible()
    expect(shown.queryByText(/Faster|bad/)).toBeNull()
    await user.click(shown.getByRole('button', { name: 'Studio v4.2' }))
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith('https://files.example/studio.exe', '_blank', 'noopener'),
    )
  })
})
