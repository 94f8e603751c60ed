import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import { MyCompany } from '~/src/features/companies/my-company'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openRowMenu } from '../support/panel/list-controls'
import { openList, openShow, renderScreen } from '../support/panel/render-screen'
import { companyRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const WHO = 'GET /companies/own/stakeholders/enhanced'

const parties = {
  extras: [{ ref: 'users/p1', label: 'Pauline Partner' }],
  managedCompanies: [],
  guestGroups: [{ ref: 'companies/own/groups/g1', label: 'Curators' }],
}

const world = (answer: unknown = parties) => {
  const api = fakeApi({ companies: [companyRow()] })
  api.answering(WHO, () => answer)
  api.answering('GET /companies/own/groups', () => ({ results: [], meta: { count: 0 } }))
  return api
}

describe('links of a company', () => {
  it.each([
    ['root', ['/company/groups/own', '/company/purchases/own']],
    ['partner', ['/company/groups/own']],
  ] as const)(
    'a company links for %s to its groups and purchases as the role permits',
    async (role, addresses) => {
      const { user } = await openList('companies', '', { role, api: world() })
      const menu = await openRowMenu(user, 'Own company')
      const links = await menu.findAllByRole('menuitem', { name: /^(Groups|Purchases)\b/ })
      expect(links.map(link => link.getAttribute('href'))).toEqual(addresses)
    },
  )
})

describe('stakeholders of a company', () => {
  const open = (api = world(), role: Role = 'root') => openShow('companies', 'own', { api, role })
  const card = async () => within(await screen.findByRole('region', { name: 'Stakeholders' }))

  it('shows the stakeholders in groups below the details of the company', async () => {
    await open()
    const shown = await card()
    expect(await shown.findByRole('link', { name: 'Pauline Partner' })).toHaveAttribute(
      'href',
      '/user/show/p1',
    )
    expect(shown.getByRole('link', { name: 'Curators' })).toHaveAttribute(
      'href',
      '/company/companies.own/group/modify/g1',
    )
    expect(shown.getByText('Managed companies').parentElement).toHaveTextContent('None')
  })

  it('shows a stakeholder without a link to a user who may not read that record', async () => {
    await open(world(), 'admin')
    expect(await (await card()).findByText('Pauline Partner')).toBeVisible()
    expect((await card()).queryByRole('link', { name: 'Pauline Partner' })).toBeNull()
  })

  it('shows why the stakeholders could not be loaded and retries', async () => {
    const api = world()
    api.answering(WHO, refusing(503, 'unavailable'))
    const { user } = await open(api)
    expect(await (await card()).findByRole('alert')).toHaveTextContent('The service is not available')
    api.answering(WHO, () => parties)
    await user.click((await card()).getByRole('button', { name: 'Try again' }))
    expect(await (await card()).findByText('Pauline Partner')).toBeVisible()
  })
})

describe('my company', () => {
  const open = (api = world()) => renderScreen(<MyCompany />, { path: '/mycompany', role: 'admin', api })

  it('my company shows the used and the purchased amounts', async () => {
    await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Own company' })).toBeVisible()
    const counters = screen.getAllByRole('listitem').map(item => item.textContent)
    expect(counters).toEqual([
      'Seats12 / 40',
      'Active seats3 / 5',
      'Minutes bought600',
      'Minutes used90 / 600',
    ])
  })

  it('my company saves its form and stays open for the next change', async () => {
    const { api, user, address } = await open()
    let kept: Row = companyRow()
    api.answering('GET /companies/own', () => kept)
    api.answering('PATCH /companies/own', ({ json }) => {
      kept = { ...kept, ...(json as Row), updatedAt: '2024-03-01T09:00:00Z' }
      return kept
    })
    const rename = async (to: string) => {
      const name = await screen.findByRole('textbox', { name: /^Name/ })
      await user.clear(name)
      await user.type(name, to)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect(await screen.findByRole('heading', { level: 1, name: to })).toBeVisible()
    }
    await rename('Renamed')
    expect(address()).toBe('/mycompany')
    await rename('Renamed again')
    const sent = api.to('PATCH /companies/own').map(({ json }) => json)
    expect(sent).toEqual([
      { name: 'Renamed', updatedAt: '2024-02-01T09:00:00Z' },
      { name: 'Renamed again', updatedAt: '2024-03-01T09:00:00Z' },
    ])
  })

  it('my company links to the creation of a group, even when it has none', async () => {
    await open()
    const groups = within(await screen.findByRole('region', { name: 'Groups' }))
    await groups.findByText('There is no data to display.')
    const path = '/company/companies.own/group/create'
    for (const name of ['New group', 'Create'])
      expect(groups.getByRole('link', { name })).toHaveAttribute('href', path)
  })

  it('my company shows that its data could not be loaded', async () => {
    const api = world()
    api.answering('GET /companies/own', refusing(500, 'server_error'))
    await open(api)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent("Couldn't get company data"))
  })
})
