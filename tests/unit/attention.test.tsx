import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attention, attentionKeys } from '~/model/attention'
import type { Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import { keysOf } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { HomePage } from '~/src/features/home/home-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const item = (key: string, more: Row = {}): Row => ({
  ...{ key, severity: 'error', resource: 'videos', tab: 'pending', filter: { status: ['ko'] } },
  ...{ company: null, count: 2, date: null, records: [], failed: false },
  ...more,
})

const world = (items: Row[], rows: Record<string, Row[]> = {}) => {
  const api = fakeApi(rows)
  api.answering('GET /me/invitations', () => ({ results: [], meta: { count: 0 } }))
  api.answering('GET /me/attention', () => ({ results: items, meta: { count: items.length } }))
  return api
}

const open = (api: ReturnType<typeof world>, role: Role = 'root', language: Language = 'en') =>
  renderScreen(<HomePage firstname="Ada" lang={language} hasSections />, {
    ...{ role, path: '/home', api, language },
  })

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const urgent = () => section('What needs attention')

describe('attention list', () => {
  it('an attention entry links to the list with the same filter and tab', async () => {
    const { user, address } = await open(world([item('failedVideos')]))
    const link = await (await urgent()).findByRole('link', {
      name: '2 360 videos failed in the last 30 days',
    })
    await user.click(link)
    expect(address()).toBe('/video360?status=ko#pending')
  })

  it('an attention link encodes instants, several statuses and several records', async () => {
    const at = '2026-11-01T09:00:00.000Z'
    const stuck = { status: ['pending', 'converting'], updatedAt: { lte: at } }
    const { user, address } = await open(
      world([
        item('stuckVideos', { filter: stuck }),
        item('seatsShort', { resource: 'companies', tab: null, filter: { uid: ['c1', 'c2'] } }),
      ]),
    )
    const shown = await urgent()
    expect(await shown.findByRole('link', { name: /companies have fewer seats/ })).toHaveAttribute(
      'href',
      '/company?uid=c1%2Cc2',
    )
    await user.click(shown.getByRole('link', { name: /have made no progress/ }))
    const search = new URLSearchParams(address().replace(/^[^?]*|#.*$/g, ''))
    expect(Object.fromEntries(search)).toEqual({ status: 'pending,converting', updatedAt: `..${at}` })
  })

  it('an attention entry shows its first records with their usage and the number of others', async () => {
    const records = [
      { ref: 'companies/c1', label: 'Acme', share: 0.95 },
      { ref: 'companies/c2', label: 'Bolt', share: 0.9 },
    ]
    const filter = { uid: ['c1', 'c2', 'c3', 'c4'] }
    await open(
      world([item('seatsNearlyFull', { resource: 'companies', tab: null, filter, records, count: 4 })]),
    )
    const shown = await urgent()
    expect(await shown.findByRole('link', { name: 'Acme' })).toHaveAttribute('href', '/company/show/c1')
    expect(shown.getByText(/95%/)).toBeVisible()
    expect(shown.getByText(/\+2 more/)).toBeVisible()
  })

  it('an entry about one company links to that company', async () => {
    const records = [{ ref: 'companies/c1', label: 'Acme', share: null }]
    await open(world([item('seatsShort', { resource: 'companies', tab: null, count: 1, records })]))
    const link = await (await urgent()).findByRole('link', { name: /^1 company has fewer seats/ })
    expect(link).toHaveAttribute('href', '/company/show/c1')
  })

  it('an attention entry links to a list that needs a company with its company', async () => {
    const company = { ref: 'companies/open', label: 'Open company' }
    const more = { resource: 'vectos', tab: 'failedScenes', company, filter: { company: company.ref } }
    await open(world([item('failedVectos', more)]), 'partner')
    expect(
      await (await urgent()).findByRole('link', { name: /^Open company – 2 3D videos failed/ }),
    ).toHaveAttribute('href', '/video3d?company=companies/open#failedScenes')
  })

  it('the attention list shows failed checks next to successful ones', async () => {
    await open(world([item('failedVideos', { failed: true, count: 0 }), item('failedVectos', { count: 1 })]))
    const shown = await urgent()
    expect(await shown.findByText('This could not be checked: failed 360 videos')).toBeVisible()
    expect(shown.getByText('1 3D video failed in the last 30 days')).toBeVisible()
  })

  it('a platform without a mail server reports it before any e-mail is kept', async () => {
    await open(world([item('noMailServer', { resource: 'mails', tab: 'kept', filter: {}, count: 0 })]))
    const link = await (await urgent()).findByRole('link', { name: /^No mail server is configured/ })
    expect(link).toHaveTextContent('No mail server is configured: e-mails will be kept on the server')
  })

  it('shows a message when nothing needs attention', async () => {
    await open(world([]))
    expect(await (await urgent()).findByText('Nothing needs your attention')).toBeVisible()
  })

  it('the attention list shows a failure to load and retries on request', async () => {
    const api = world([])
    api.answering('GET /me/attention', refusing(503, 'unavailable'))
    const { user } = await open(api)
    const again = await (await urgent()).findByRole('button', { name: 'Check again' })
    api.answering('GET /me/attention', () => ({ results: [], meta: { count: 0 } }))
    await user.click(again)
    expect(await (await urgent()).findByText('Nothing needs your attention')).toBeVisible()
  })

  it('hides the attention list when the backend does not support it', async () => {
    const api = world([])
    api.answering('GET /me/attention', refusing(404, 'not_found'))
    await open(api)
    await section('My work')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'What needs attention' })).not.toBeInTheDocument(),
    )
  })

  it.each([
    ['fr', '1 vidéo 360 a échoué ces 30 derniers jours', '2 vidéos 360 ont échoué ces 30 derniers jours'],
    ['es', '1 vídeo 360 falló en los últimos 30 días', '2 vídeos 360 fallaron en los últimos 30 días'],
  ] as const)('pluralizes attention entries in %s', async (language, one, many) => {
    await open(
      world([
        item('failedVideos', { count: 1 }),
        item('failedVideos', { company: { ref: 'c', label: 'X' } }),
      ]),
      'root',
      language,
    )
    expect(await screen.findByText(one)).toBeVisible()
    expect(screen.getByText(`X – ${many}`)).toBeVisible()
  })

  it.each(keysOf(attention))('the attention entry %s links to its list', async key => {
    const entry: { resource: string; tab?: string } = attention[key]
    const { resource, tab = null } = entry
    await open(world([item(key, { resource, tab, filter: {} })]))
    const link = within((await (await urgent()).findAllByRole('listitem'))[0] ?? document.body).getByRole(
      'link',
    )
    const [path, hash = ''] = (link.getAttribute('href') ?? '').split('#')
    expect([path, hash]).toEqual([resourceOf(resource).paths.list, tab ?? ''])
  })

  it('attention entries name existing tabs of their lists', () => {
    for (const key of keysOf(attention)) {
      const entry: { resource: string; tab?: string } = attention[key]
      const tabs = Object.keys(resourceOf(entry.resource).list.tabs ?? {})
      if (entry.tab) expect(tabs).toContain(entry.tab)
    }
    expect(attentionKeys).toContain('notProcessing')
  })
})

describe('my work', () => {
  const own = { createdBy: { ref: 'users/me', label: 'Ada' }, updatedAt: '2026-01-02T10:00:00Z' }
  const running: Row = {
    ...{ uid: 'v1', name: 'Harbour', status: 'converting', pending: true },
    ...{ ...own, progress: { done: 0.25, secondsLeft: 90, stage: 'stitching' } },
  }

  it('shows the user’s own videos in progress with the time left', async () => {
    const { api } = await open(world([], { videos: [running] }))
    const shown = await section('My work')
    expect(await shown.findByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/video360/show/v1')
    expect(shown.getByText('25% · 2 min left')).toBeVisible()
    // The numbers and the recent videos are of all users.
    const calls = [...api.to('GET /videos360'), ...api.to('GET /videos3d')].filter(
      call => 'createdBy' in askedOf(call).q,
    )
    expect(calls).toHaveLength(6)
    for (const call of calls) expect(askedOf(call).q).toMatchObject({ createdBy: 'users/me' })
  })

  it('my work links to the lists with the videos that are not shown', async () => {
    const many = Array.from({ length: 7 }, (_, index) => ({
      ...{ uid: `w${index}`, name: `Walk ${index}`, status: 'pending', pending: true },
      ...{ createdBy: 'users/me', updatedAt: '2026-01-02T10:00:00Z' },
    }))
    const scene = { ...many[0], uid: 's1', name: 'Scene', status: 'queued' }
    const { user, address } = await open(world([], { videos: many, videos3d: [scene] }))
    const shown = await section('My work')
    expect(await shown.findByText(/^\+3 more/)).toBeVisible()
    expect(shown.getByRole('link', { name: '3D videos – In progress (1)' })).toHaveAttribute(
      'href',
      '/video3d?createdBy=users/me#progressScenes',
    )
    await user.click(shown.getByRole('link', { name: '360 videos – Pending (7)' }))
    expect(address()).toBe('/video360?createdBy=users/me&status=pending%2Cconverting#pending')
  })

  it('shows a message when no video is in progress', async () => {
    await open(world([]))
    expect(await (await section('My work')).findByText(/^You have no video in progress/)).toBeVisible()
  })
})
