import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { askedOf, type FakeApi, fakeApi, refusing } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { hushed } from '../support/hushed'
import { openList } from '../support/render-screen'
import { companyRow, mediaRow, userRow } from '../support/sample-rows'

freshBrowser()
hushed()

/** The lists asked for, without those that only count what other tabs hold. */
const listsOf = (api: FakeApi, resource: string) =>
  api.to(`GET /${resource}`).filter(({ search }) => search.get('batch') !== '1')

const untilSearched = (api: FakeApi, resource: string, q: object) =>
  waitFor(() => expect(askedOf(listsOf(api, resource).at(-1)).q).toEqual(q))

describe('the search form', () => {
  it.each([
    ['root', ['Name', 'Partner', 'Created']],
    ['partner', ['Name', 'Created']],
    ['admin', ['Name', 'Created']],
  ] as const)('of companies offers %s %j', async (role, labels) => {
    await openList('companies', '', { role, api: fakeApi({ companies: [companyRow()] }) })
    await screen.findByText('Own company')
    const search = await screen.findByRole('search')
    await waitFor(() => {
      const shown = [...search.querySelectorAll('label')].map(label => label.textContent)
      expect(shown).toEqual(labels)
    })
  })

  it('finds by the beginning of the name, one call for all that was typed, from the first page on', async () => {
    const { api, user } = await openList('medias', '#pending')
    await waitFor(() => expect(listsOf(api, 'medias')).toHaveLength(1))
    await user.type(await screen.findByRole('searchbox', { name: 'Name' }), 'sun')
    await untilSearched(api, 'medias', { name: { begins: 'sun' }, status: 'pending' })
    expect(listsOf(api, 'medias')).toHaveLength(2)
    expect(askedOf(listsOf(api, 'medias').at(-1)).offset).toBe(0)
  })

  it('finds a creator by the beginning of the name, and a usage whole', async () => {
    const { api, user } = await openList('medias', '#pending')
    await user.type(await screen.findByRole('searchbox', { name: 'Created by' }), 'ada')
    await user.click(screen.getByRole('combobox', { name: 'Special usage' }))
    await user.click(await screen.findByRole('option', { name: 'Icon' }))
    const found = { 'createdBy.label': { begins: 'ada' }, specialUsage: 'icon', status: 'pending' }
    await untilSearched(api, 'medias', found)
  })

  it('cannot search past the tab it stands in', async () => {
    const { api } = await openList('users', '#deleted', { api: fakeApi({ users: [userRow()] }) })
    await untilSearched(api, 'users', { status: 'deleted' })
    expect(await screen.findByText('There is no data to display.')).toBeVisible()
  })

  it('is reached with “/” from anywhere on the page', async () => {
    const { user } = await openList('companies')
    const name = await screen.findByRole('searchbox', { name: 'Name' })
    await user.keyboard('/')
    expect(name).toHaveFocus()
    await user.keyboard('a/b')
    expect(name).toHaveValue('a/b')
  })
})

describe('the export button', () => {
  const many = () =>
    fakeApi({ medias: Array.from({ length: 2001 }, (_, index) => mediaRow({ uid: `m${index}` })) })

  it('fetches every page of what is shown, a thousand rows at a time, and saves them', async () => {
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

  it('says why it failed, and can be tried again', async () => {
    const api = fakeApi({ companies: [companyRow()] })
    const { user } = await openList('companies', '', { api })
    await screen.findByText('Own company')
    api.answering('GET /companies', refusing(403, 'forbidden'))
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
    expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Export' })).toBeEnabled()
  })

  it('has nothing to do where there are no rows', async () => {
    await openList('companies')
    await screen.findByText('There is no data to display.')
    expect(await screen.findByRole('button', { name: 'Export' })).toBeDisabled()
  })
})
