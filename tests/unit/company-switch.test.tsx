import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { prefetchFirstPage } from '~/src/admin/list/list-state'
import { ResourceCreate, ResourceList } from '~/src/admin/resource-screens'
import { panelDataProvider } from '~/src/api/contract/panel-data-provider'
import { CompanySwitch } from '~/src/app/company/company-button'
import { panelStore } from '~/src/app/panel-store'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, type FakeApi, fakeApi } from '../support/panel/fake-api'
import { renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { personOf } from '../support/server/person'

freshBrowser()
beforeEach(() => panelStore.reset())

const acme = { ref: 'companies/acme', label: 'Acme' }
const api = () =>
  fakeApi({
    companies: [
      companyRow(),
      companyRow({ uid: 'acme', name: 'Acme' }),
      companyRow({ uid: 'zenith', name: 'Zenith' }),
    ],
    users: [
      userRow({ uid: 'u1', email: 'in@acme.example', company: acme }),
      userRow({
        uid: 'u2',
        email: 'out@zenith.example',
        company: { ref: 'companies/zenith', label: 'Zenith' },
      }),
    ],
    medias: [mediaRow({ company: acme })],
  })

const opened = (resource: string, options: ScreenOptions = {}) =>
  renderScreen(
    <>
      <CompanySwitch />
      <ResourceList resource={resource} />
    </>,
    { api: api(), ...options },
  )

const asked = (fake: FakeApi, resource: string) =>
  askedOf(
    fake
      .to(`GET /${resource}`)
      .filter(({ search }) => search.get('batch') !== '1')
      .at(-1),
  ).q

const choose = async (user: Awaited<ReturnType<typeof opened>>['user'], typed: string) => {
  await user.click(await screen.findByRole('button', { name: /^Company: / }))
  const dialog = await screen.findByRole('dialog', { name: 'Choose a company' })
  await user.type(within(dialog).getByRole('combobox'), typed)
  await waitFor(() => expect(within(dialog).getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('company switch', () => {
  it('choosing a company filters the list and can be cleared with one click', async () => {
    const { api: fake, user } = await opened('users')
    await screen.findByText('out@zenith.example')
    await choose(user, 'acm')
    expect(await screen.findByText('Only the records of Acme')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('out@zenith.example')).toBeNull())
    expect(screen.getByText('in@acme.example')).toBeVisible()
    expect(asked(fake, 'users')).toMatchObject({ company: 'companies/acme' })
    expect(screen.getByRole('button', { name: 'Company: Acme' })).toBeVisible()
    expect(within(screen.getByRole('search')).queryByLabelText('Company')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all companies' }))
    await screen.findByText('out@zenith.example')
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('the chosen company filters every list with a company and no other list', async () => {
    panelStore.setItem('me.company', acme)
    const { api: fake, unmount } = await opened('companies')
    await waitFor(() => expect(asked(fake, 'companies')).toEqual({ uid: 'acme' }))
    unmount()
    const { api: other } = await opened('templates')
    await waitFor(() => expect(asked(other, 'templates')).toEqual({}))
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('the company in the URL overrides the chosen one until another is chosen', async () => {
    panelStore.setItem('me.company', acme)
    const {
      api: fake,
      user,
      address,
    } = await opened('users', { path: '/user', at: '/user?company=companies/zenith' })
    await screen.findByText('out@zenith.example')
    expect(screen.queryByRole('note')).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Company: / }))
    await user.click(await screen.findByRole('option', { name: 'All companies' }))
    await waitFor(() => expect(asked(fake, 'users')).not.toHaveProperty('company'))
    await waitFor(() => expect(address()).not.toContain('company'))
  })

  it('the chosen company lets a partner see lists that require one', async () => {
    panelStore.setItem('me.company', acme)
    await opened('users', { role: 'partner' })
    expect(await screen.findByText('in@acme.example')).toBeVisible()
  })

  it('ignores the chosen company for an administrator', async () => {
    panelStore.setItem('me.company', acme)
    const { api: fake } = await opened('users', { role: 'admin' })
    await screen.findByText('out@zenith.example')
    expect(asked(fake, 'users')).not.toHaveProperty('company')
    expect(screen.queryByRole('button', { name: /^Company: / })).toBeNull()
  })

  it('choosing a company clears the selection of rows', async () => {
    const { user } = await opened('users')
    await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
    await screen.findByText('2 selected')
    await choose(user, 'acm')
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  })

  it('clears the chosen company when it no longer exists', async () => {
    panelStore.setItem('me.company', { ref: 'companies/gone', label: 'Gone' })
    await opened('users')
    expect(await screen.findByText(/Gone is no longer there/)).toBeVisible()
    expect(await screen.findByText('out@zenith.example')).toBeVisible()
    expect(panelStore.getItem('me.company')).toBeUndefined()
  })

  it('the company switch shows the new name of a renamed company', async () => {
    panelStore.setItem('me.company', { ref: 'companies/acme', label: 'Old name' })
    await opened('users')
    expect(await screen.findByRole('button', { name: 'Company: Acme' })).toBeVisible()
  })

  it('new records get the chosen company', async () => {
    panelStore.setItem('me.company', acme)
    await renderScreen(<ResourceCreate resource="users" />, { api: api() })
    expect(await screen.findByDisplayValue('Acme')).toBe(screen.getByRole('combobox', { name: /^Company/ }))
  })

  it('the first page is requested with the chosen company', () => {
    panelStore.setItem('me.company', acme)
    const ask = (pathname: string, search = '') => {
      const fake = api()
      const place = { pathname, search, hash: '' }
      prefetchFirstPage(
        new QueryClient(),
        panelDataProvider(fake.request),
        panelStore,
        personOf('partner'),
        place,
      )
      return fake
    }
    expect(asked(ask('/user'), 'users')).toMatchObject({ company: 'companies/acme' })
    expect(asked(ask('/company'), 'companies')).toEqual({ uid: 'acme' })
  })
})
