import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openList, openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const event = (uid: string, more: Row): Row => ({
  ...{ uid, event: 'update', type: 'medias', object: 'medias/m1', label: 'Harbour' },
  ...{ user: { ref: 'users/u1', label: 'Ada Lovelace' }, createdAt: '2024-01-15T09:00:00Z' },
  ...{ args: { changes: { name: ['Old', 'Harbour'] } }, address: '203.0.113.9', agent: 'Firefox, Linux' },
  ...more,
})

const world = (...events: Row[]) =>
  fakeApi({ events, medias: [{ uid: 'm1', name: 'Harbour' }], security_events: [] })

const open = (api = world(), role: Role = 'root', language: Language = 'en') =>
  openList('events', '', { role, api, language })

const rowWith = async (text: string) => within(await screen.findByRole('row', { name: new RegExp(text) }))

describe('audit log', () => {
  it('the audit log links to an existing record by its name at that time', async () => {
    await open(world(event('e1', { label: 'Harbour at night' })))
    const link = await (await rowWith('Harbour at night')).findByRole('link', { name: 'Harbour at night' })
    expect(link).toHaveAttribute('href', '/medias/show/m1')
  })

  it('the audit log marks a deleted record and shows its name without a link', async () => {
    await open(world(event('e1', { event: 'delete', object: 'medias/gone', label: 'Lost file', args: {} })))
    const row = await rowWith('Lost file')
    expect(await row.findByText('deleted')).toBeVisible()
    expect(row.queryByRole('link', { name: 'Lost file' })).toBeNull()
  })

  it('the audit log links to a version without requesting it', async () => {
    const { api } = await open(
      world(event('e1', { type: 'versions', object: 'environments/a/versions/b', label: '7' })),
    )
    expect(await (await rowWith('Ada Lovelace')).findByRole('link', { name: '7' })).toHaveAttribute(
      'href',
      '/environments/a/versions/b/tree',
    )
    expect(api.calls.filter(({ path }) => path.includes('versions'))).toEqual([])
  })

  it('a row filters the audit log by its record', async () => {
    const { api, user } = await open(
      world(event('e1', {}), event('e2', { object: 'medias/m2', label: 'Pier' })),
    )
    await user.click(await screen.findByRole('button', { name: 'Only the events of Pier' }))
    await expect.poll(() => askedOf(api.to('GET /events').at(-1)).q).toEqual({ object: 'medias/m2' })
  })

  it('a record that could not be requested is not marked as deleted', async () => {
    const api = world(event('e1', {}))
    api.answering('GET /medias', refusing(503, 'unavailable'))
    await open(api)
    const row = await rowWith('Harbour')
    expect(row.queryByText('deleted')).toBeNull()
  })

  it('the audit log requests all records of a page in one request per resource', async () => {
    const { api } = await open(
      world(event('e1', {}), event('e2', { object: 'medias/m2' }), event('e3', { object: 'medias/m3' })),
    )
    await screen.findAllByText('deleted')
    expect(api.to('GET /medias').map(call => askedOf(call).q)).toEqual([{ uid: ['m1', 'm2', 'm3'] }])
  })

  it('the details of an event show its changes and its origin', async () => {
    await openShow('events', 'e1', { api: world(event('e1', { trace: 'abc123' })) })
    expect(await screen.findByText('Old')).toBeVisible()
    for (const text of ['203.0.113.9', 'Firefox, Linux', 'abc123'])
      expect(screen.getByText(text)).toBeVisible()
  })

  it('hides the network address from a partner', async () => {
    await openShow('events', 'e1', { role: 'partner', api: world(event('e1', { company: null })) })
    await screen.findByText('Old')
    expect(screen.queryByText('Network address')).toBeNull()
  })

  it('links to the security events for root but not for an admin', async () => {
    const { unmount } = await open()
    expect(await screen.findByRole('link', { name: 'Security events' })).toHaveAttribute(
      'href',
      '/admin/security',
    )
    unmount()
    await open(world(event('e1', {})), 'admin')
    await rowWith('Harbour')
    expect(screen.queryByRole('link', { name: 'Security events' })).toBeNull()
  })
})
