import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, type FakeApi, fakeApi, refusing } from '../support/panel/fake-api'
import { addFilter } from '../support/panel/list-controls'
import { openList } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()
afterEach(() => void vi.unstubAllGlobals())

/** List requests, without those that only count the rows of other tabs. */
const listsOf = (api: FakeApi, resource: string) =>
  api.to(`GET /${resource}`).filter(({ search }) => search.get('batch') !== '1')

const untilSearched = (api: FakeApi, resource: string, q: object) =>
  waitFor(() => expect(askedOf(listsOf(api, resource).at(-1)).q).toEqual(q))

describe('search form', () => {
  it.each([
    ['root', ['Partner', 'Created']],
    ['partner', ['Created']],
    ['admin', ['Created']],
  ] as const)('the search form of companies offers the role %s the filters %j', async (role, labels) => {
    const { user } = await openList('companies', '', { role, api: fakeApi({ companies: [companyRow()] }) })
    expect(await screen.findByRole('searchbox', { name: 'Name' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Filter' }))
    const offered = await screen.findAllByRole('menuitem')
    expect(offered.map(item => item.textContent)).toEqual(labels)
  })

  it('an added filter gets the focus, stays while it is emptied, and goes when the search is cleared', async () => {
    const { address, api, user } = await openList('medias', '#pending')
    await addFilter(user, 'Created by')
    const input = await screen.findByRole('searchbox', { name: 'Created by' })
    await waitFor(() => expect(input).toHaveFocus())
    await user.type(input, 'ada')
    await untilSearched(api, 'medias', { 'createdBy.label': { begins: 'ada' }, status: 'pending' })
    await user.clear(input)
    await waitFor(() => expect(address()).toBe('/medias#pending'))
    expect(input).toBeVisible()
    await user.type(input, 'b')
    await untilSearched(api, 'medias', { 'createdBy.label': { begins: 'b' }, status: 'pending' })
    // An empty list offers to clear the search, too.
    await user.click(within(screen.getByRole('search')).getByText('Clear the search'))
    await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Created by' })).toBeNull())
    await waitFor(() => expect(address()).toBe('/medias#pending'))
  })

  it('the filters of a link are shown with their values', async () => {
    await openList('medias', '', { at: '/medias?createdBy=ada#pending' })
    expect(await screen.findByRole('searchbox', { name: 'Created by' })).toHaveValue('ada')
  })

  it('filters by the beginning of the name, with one request for the typed word, from the first page', async () => {
    const { api, user } = await openList('medias', '#pending')
    await waitFor(() => expect(listsOf(api, 'medias')).toHaveLength(1))
    await user.type(await screen.findByRole('searchbox', { name: 'Name' }), 'sun')
    await untilSearched(api, 'medias', { name: { begins: 'sun' }, status: 'pending' })
    expect(listsOf(api, 'medias')).toHaveLength(2)
    expect(askedOf(listsOf(api, 'medias').at(-1)).offset).toBe(0)
  })

  it('filters by the beginning of the creator’s name and by the exact usage', async () => {
    const { api, user } = await openList('medias', '#pending')
    await addFilter(user, 'Created by')
    await user.type(await screen.findByRole('searchbox', { name: 'Created by' }), 'ada')
    await addFilter(user, 'Special usage')
    await user.click(await screen.findByRole('option', { name: 'Icon' }))
    const found = { 'createdBy.label': { begins: 'ada' }, specialUsage: 'icon', status: 'pending' }
    await untilSearched(api, 'medias', found)
  })

  it('the filter of the tab applies to every search', async () => {
    const { api } = await openList('users', '#deleted', { api: fakeApi({ users: [userRow()] }) })
    await untilSearched(api, 'users', { status: 'deleted' })
    expect(await screen.findByText('There is no data to display.')).toBeVisible()
  })

  it('the key “/” focuses the search input', async () => {
    const { user } = await openList('companies')
    const name = await screen.findByRole('searchbox', { name: 'Name' })
    await user.keyboard('/')
    expect(name).toHaveFocus()
    await user.keyboard('a/b')
    expect(name).toHaveValue('a/b')
  })

  it('an empty search shows its label before it is rendered, and the key “/” renders it', async () => {
    // No frame is painted.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const { user } = await openList('companies')
    const form = await screen.findByRole('search')
    expect(within(form).getByText('Name')).toBeVisible()
    expect(within(form).queryByRole('searchbox')).toBeNull()
    await user.keyboard('/a')
    expect(within(form).getByRole('searchbox', { name: 'Name' })).toHaveValue('a')
  })
})

describe('export button', () => {
  const many = () =>
    fakeApi({ medias: Array.from({ length: 2001 }, (_, index) => mediaRow({ uid: `m${index}` })) })

  it('exports every page of the filtered list, a thousand rows per request', async () => {
    const made = vi.fn((_: Blob) => 'blob:csv')
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { api, user } = await openList('medias', '', { api: many() })
    const button = screen.findByRole('button', { name: 'Export' })
    await waitFor(async () => expect(await button).toBeEnabled())
    await user.click(await button)
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    const pages = api
      .to('GET /medias')
      .map(askedOf)
      .filter(({ batch }) => batch === 1000)
    expect(pages.map(({ offset }) => offset)).toEqual([0, 1000, 2000])
    for (const { q } of pages) expect(q).toEqual({ status: ['completed', 'deletable'] })
    const csv = await made.mock.calls[0]?.[0].text()
    expect(csv?.split('\r\n')).toHaveLength(2002)
    expect(csv).toMatch(/^\uFEFF?Name,Company,Size \(MB\),/)
  })

  it('shows why an export failed and can be retried', async () => {
    const api = fakeApi({ companies: [companyRow()] })
    const { user } = await openList('companies', '', { api })
    await screen.findByText('Own company')
    api.answering('GET /companies', refusing(403, 'forbidden'))
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
    expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Export' })).toBeEnabled()
  })

  it('the export button is disabled when there are no rows', async () => {
    await openList('companies')
    await screen.findByText('There is no data to display.')
    expect(await screen.findByRole('button', { name: 'Export' })).toBeDisabled()
  })
})
