import { describe, expect, it } from 'vitest'
import type { SavedView } from '~/src/api/backend'
import { panelDataProvider } from '~/src/api/contract/panel-data-provider'
import { serverViews } from '~/src/api/contract/view-calls'
import { askedOf, type FakeApi, fakeApi, type Row, refusing } from '../support/panel/fake-api'

const me = { ref: 'users/me', label: 'Ada' }
const colleague = { ref: 'users/u2', label: 'Ben' }

const viewRow = (uid: string, more: Row = {}): Row => ({
  uid,
  name: uid,
  list: 'videos',
  tab: null,
  query: '?sort=name',
  shared: false,
  isDefault: false,
  createdBy: me,
  company: { ref: 'companies/own', label: 'Own' },
  ...more,
})

const saved: SavedView = {
  id: 'v1',
  name: 'Mine',
  list: 'videos',
  tab: null,
  query: null,
  shared: false,
  isDefault: false,
  createdBy: me,
}

const viewsOf = (api: FakeApi, company: string | null = 'own') =>
  serverViews(panelDataProvider(api.request), { uid: 'me', company })

const idsOf = (views: readonly SavedView[]) => views.map(({ id }) => id)

describe('the saved views of a list', () => {
  const rows = [
    viewRow('mine'),
    viewRow('mine-shared', { shared: true }),
    viewRow('theirs', { createdBy: colleague }),
    viewRow('theirs-shared', { createdBy: colleague, shared: true }),
    viewRow('of-nobody', { createdBy: null, shared: true }),
    viewRow('elsewhere', { createdBy: colleague, shared: true, company: { ref: 'companies/x', label: 'X' } }),
    viewRow('of-another-list', { list: 'users' }),
  ]

  it('lists the user’s own views and those shared by colleagues without duplicates', async () => {
    const { own, shared } = await viewsOf(fakeApi({ views: rows })).list('videos')
    expect(idsOf(own)).toEqual(['mine', 'mine-shared'])
    expect(idsOf(shared)).toEqual(['theirs-shared', 'of-nobody'])
  })

  it('requests views sorted by name, 200 per page', async () => {
    const api = fakeApi({ views: rows })
    await viewsOf(api).list('videos')
    const page = { offset: 0, batch: 200, fsort: 'name', osort: 'asc' }
    expect(api.to('GET /views').map(askedOf)).toEqual([
      { ...page, q: { list: 'videos', createdBy: 'users/me' } },
      { ...page, q: { list: 'videos', company: 'companies/own', shared: true } },
    ])
  })

  it('requests only own views for a user without a company', async () => {
    const api = fakeApi({ views: rows })
    const { own, shared } = await viewsOf(api, null).list('videos')
    expect(idsOf(own)).toEqual(['mine', 'mine-shared'])
    expect(shared).toEqual([])
    expect(api.to('GET /views')).toHaveLength(1)
  })

  it('fails to list views if either own or shared views cannot be read', async () => {
    const api = fakeApi({ views: rows })
    api.answering('GET /views', call => {
      if (askedOf(call).q.shared) return refusing(503, 'unavailable')()
      return { results: [], meta: { count: 0 } }
    })
    await expect(viewsOf(api).list('videos')).rejects.toMatchObject({ message: 'errors.unavailable' })
  })

  it('views of the server can be shared', () => {
    expect(viewsOf(fakeApi()).sharing).toBe(true)
  })
})

describe('a saved view', () => {
  it('creates a view without sending empty values', async () => {
    const api = fakeApi()
    await viewsOf(api).create({ name: 'New', list: 'videos', tab: null, query: '?page=2', shared: false })
    expect(api.calls).toMatchObject([{ method: 'POST', path: '/views' }])
    expect(api.calls[0]?.json).toEqual({ name: 'New', list: 'videos', query: '?page=2', shared: false })
  })

  it('updates a view by its changed fields and the version that was seen', async () => {
    const api = fakeApi({ views: [viewRow('v1')] })
    const view = { ...saved, updatedAt: '2026-01-01T09:00:00Z' }
    await viewsOf(api).update(view, { name: 'Renamed', shared: false, query: null })
    expect(api.to('PATCH /views/v1').map(({ json }) => json)).toEqual([
      { name: 'Renamed', updatedAt: '2026-01-01T09:00:00Z' },
    ])
  })

  it('fails with a stale error instead of overwriting a view changed in the meantime', async () => {
    const api = fakeApi()
    api.answering('PATCH /views/v1', refusing(409, 'stale', { body: { current: { name: 'Theirs' } } }))
    await expect(viewsOf(api).update(saved, { name: 'Mine' })).rejects.toMatchObject({
      message: 'errors.stale',
      body: { current: { name: 'Theirs' } },
    })
  })
})

describe('removing a saved view', () => {
  const removing = (uses: unknown) => {
    const api = fakeApi({ views: [viewRow('v1')] })
    api.answering('GET /views/v1/uses', () => uses)
    return { api, removed: viewsOf(api).remove('v1') }
  }

  it('checks the trash before removing a view and returns the trash record for undo', async () => {
    const { api, removed } = removing({ trashDays: 30 })
    expect(await removed).toEqual({ resource: 'trash', id: 'views-v1' })
    expect(api.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /views/v1/uses',
      'DELETE /views/v1',
    ])
  })

  it.each([
    ['no days', { trashDays: 0 }],
    ['a negative number', { trashDays: -1 }],
    ['a text', { trashDays: '30' }],
    ['null', { trashDays: null }],
    ['an empty object', {}],
    ['no object', undefined],
  ])('offers no undo when the server reports %s as days in the trash', async (_, uses) => {
    const { api, removed } = removing(uses)
    expect(await removed).toBeUndefined()
    expect(api.to('DELETE /views/v1')).toHaveLength(1)
  })

  it('keeps a view if the uses request fails', async () => {
    const api = fakeApi({ views: [viewRow('v1')] })
    api.answering('GET /views/v1/uses', refusing(503, 'unavailable'))
    await expect(viewsOf(api).remove('v1')).rejects.toMatchObject({ message: 'errors.unavailable' })
    expect(api.to('DELETE /views/v1')).toEqual([])
  })

  it('offers no undo when removing a view fails', async () => {
    const api = fakeApi()
    api.answering('GET /views/v1/uses', () => ({ trashDays: 30 }))
    api.answering('DELETE /views/v1', refusing(403, 'forbidden'))
    await expect(viewsOf(api).remove('v1')).rejects.toMatchObject({ message: 'errors.forbidden' })
  })
})
