import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ResourceCreate, ResourceEdit, ResourceList } from '~/src/admin/resource-screens'
import { nameOf, readGuests, wrongGuest } from '~/src/features/groups/guests-input'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openRowMenu } from '../support/panel/list-controls'
import { renderScreen } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const ann = { ref: 'companies/own/guests/x1', label: 'Ann' }

const groupRow = (more: Row = {}): Row => ({
  uid: 'g1',
  name: 'Curators',
  company: ownCompany,
  members: [{ ref: 'users/u1', label: 'Grace Hopper' }],
  guests: [ann],
  comment: null,
  createdAt: '2024-01-15T09:00:00Z',
  updatedAt: '2024-02-01T09:00:00Z',
  ...more,
})

const world = () => {
  const api = fakeApi({ companies: [companyRow()], users: [userRow()] })
  api.answering('GET /companies/own/groups', () => ({ results: [groupRow()], meta: { count: 1 } }))
  api.answering('GET /companies/own/groups/g1', () => groupRow())
  api.answering('PATCH /companies/own/groups/g1', ({ json }) => ({ ...groupRow(), ...(json as Row) }))
  api.answering('POST /companies/own/groups', ({ json }) => ({ ...groupRow(), ...(json as Row) }))
  return api
}

const openGroups = (api = world()) =>
  renderScreen(<ResourceList resource="groups" />, {
    path: '/company/groups/:pid',
    at: '/company/groups/own',
    api,
  })

const openNew = (api = world()) =>
  renderScreen(<ResourceCreate resource="groups" />, {
    path: '/company/:parent/group/create',
    at: '/company/companies.own/group/create',
    api,
  })

const openOne = (api = world()) =>
  renderScreen(<ResourceEdit resource="groups" />, {
    path: '/company/:parent/group/modify/:id',
    at: '/company/companies.own/group/modify/g1',
    api,
  })

const save = () => screen.getByRole('button', { name: 'Save' })

describe('addresses of guests', () => {
  it('readGuests splits pasted addresses by any separator and drops duplicates', () => {
    const read = readGuests([ann, 'Bob@x.example, bob@x.example; carl@x.example\tdan'])
    expect(read.map(nameOf)).toEqual(['Ann', 'bob@x.example', 'carl@x.example', 'dan'])
    expect(wrongGuest(read)).toBe('dan')
    expect(wrongGuest(read.slice(0, 3))).toBeUndefined()
  })
})

describe('groups of a company', () => {
  it('shows the groups under the company name, with links to guests and creation', async () => {
    await openGroups()
    expect(await screen.findByRole('heading', { level: 1, name: 'Groups – Own company' })).toBeVisible()
    expect(await screen.findByText('Grace Hopper')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Guests' })).toHaveAttribute('href', '/company/guests/own')
    expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute(
      'href',
      '/company/companies.own/group/create',
    )
  })

  it('a partner without access to a company can list its groups but not create one', async () => {
    const api = fakeApi({ companies: [companyRow({ uid: 'managed', name: 'Closed' })] })
    api.answering('GET /companies/managed/groups', () => ({ results: [], meta: { count: 0 } }))
    const place = {
      path: '/company/groups/:pid',
      at: '/company/groups/managed',
      role: 'partner',
      api,
    } as const
    const { unmount } = await renderScreen(<ResourceList resource="groups" />, place)
    const create = await screen.findByRole('button', { name: 'Create' })
    expect(create).toHaveAttribute('aria-disabled', 'true')
    unmount()
    const path = '/company/:parent/group/create'
    const at = '/company/companies.managed/group/create'
    await renderScreen(<ResourceCreate resource="groups" />, { ...place, path, at })
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })

  it('shows why a group could not be deleted', async () => {
    const api = world()
    api.answering('DELETE /companies/own/groups/g1', refusing(409, 'state'))
    const { user } = await openGroups(api)
    const menu = await openRowMenu(user, 'Curators')
    await user.click(await menu.findByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Unable to delete group: This is not possible in the current state of the record.',
    )
  })
})

describe('group form', () => {
  it('offers only non-deleted users of the group’s company as members', async () => {
    const { api, user } = await openNew()
    await user.click(await screen.findByRole('combobox', { name: 'Members' }))
    await screen.findByRole('option', { name: 'Grace Hopper' })
    const asked = JSON.parse(api.to('GET /users').at(-1)?.search.get('q') ?? '{}')
    expect(asked).toMatchObject({ company: 'companies/own', status: ['active', 'disabled', 'pending'] })
  })

  it('sends new guests by address and existing ones by reference', async () => {
    const { api, user } = await openOne()
    const guests = await screen.findByRole('combobox', { name: 'Guests' })
    await user.type(guests, 'bob@x.example{Enter}')
    await user.click(save())
    await waitFor(() =>
      expect(api.to('PATCH /companies/own/groups/g1')[0]?.json).toEqual({
        guests: [{ ref: ann.ref }, { email: 'bob@x.example' }],
        updatedAt: '2024-02-01T09:00:00Z',
      }),
    )
  })

  it('adds a typed guest when the field loses focus', async () => {
    const { api, user } = await openNew()
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Night shift')
    await user.type(screen.getByRole('combobox', { name: 'Guests' }), 'bob@x.example')
    await user.click(save())
    await waitFor(() =>
      expect(api.to('POST /companies/own/groups')[0]?.json).toMatchObject({
        name: 'Night shift',
        company: { ref: 'companies/own' },
        guests: [{ email: 'bob@x.example' }],
      }),
    )
  })

  it('rejects a guest that is no e-mail address and names it', async () => {
    const { api, user } = await openOne()
    await user.type(await screen.findByRole('combobox', { name: 'Guests' }), 'bob{Enter}')
    await user.click(save())
    expect(await screen.findByText('“bob” is not an e-mail address')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Guests' })).toBeInvalid()
    expect(api.to('PATCH /companies/own/groups/g1')).toEqual([])
  })

  it('rejects more than 50 new guests at a time and states the limit', async () => {
    const { api, user } = await openOne()
    const addresses = Array.from({ length: 51 }, (_, n) => `guest${n}@x.example`).join(' ')
    await user.click(await screen.findByRole('combobox', { name: 'Guests' }))
    await user.paste(addresses)
    await user.keyboard('{Enter}')
    await user.click(save())
    expect(await screen.findByText(/^At most 50 guests can be added or removed at a time/)).toBeVisible()
    expect(api.to('PATCH /companies/own/groups/g1')).toEqual([])
  })

  it('shows on the name field that another group has the name', async () => {
    const api = world()
    api.answering('POST /companies/own/groups', refusing(422, 'validation', { fields: { name: 'taken' } }))
    const { user } = await openNew(api)
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    await user.type(name, 'Curators')
    await user.click(save())
    expect(await screen.findByText('Already in use')).toBeVisible()
    expect(name).toBeInvalid()
  })
})

describe('guest form', () => {
  it('offers only groups of the guest’s company and sends the full reference', async () => {
    const api = world()
    api.answering('POST /companies/own/guests', ({ json }) => ({ uid: 'x2', ...(json as Row) }))
    const { user } = await renderScreen(<ResourceCreate resource="guests" />, {
      path: '/company/:parent/guest/create',
      at: '/company/companies.own/guest/create',
      api,
    })
    await user.click(await screen.findByRole('combobox', { name: /^Group/ }))
    await user.click(await screen.findByRole('option', { name: 'Curators' }))
    await user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'bob@x.example')
    await user.click(save())
    await waitFor(() =>
      expect(api.to('POST /companies/own/guests')[0]?.json).toEqual({
        company: { ref: 'companies/own' },
        group: { ref: 'companies/own/groups/g1' },
        guest: { email: 'bob@x.example' },
      }),
    )
  })
})

describe('pasted guests', () => {
  const bob = { email: 'bob@y.example' }
  const jane = { email: 'jane@y.example' }
  it.each([
    ['Bob <bob@y.example>', [bob]],
    ['Bob Doe <bob@y.example>, Jane <jane@y.example>', [bob, jane]],
    ['"Doe, Bob" <bob@y.example>; "Doe, Jane" <jane@y.example>', [bob, jane]],
    ['bob@y.example\njane@y.example\r\n', [bob, jane]],
    ['bob@y.example <bob@y.example>', [bob]],
    ['<mailto:bob@y.example>', [bob]],
    ['bob@y.example Jane <jane@y.example>', [bob, jane]],
    ['"bob@y.example"', [bob]],
    ['Bob <bob>', ['bob']],
    ['Bob', ['Bob']],
  ])('parses the pasted guests %j as %j', (text, guests) => {
    expect(readGuests([text])).toEqual(guests)
  })

  it('parses long pasted text without addresses within a second', () => {
    const started = performance.now()
    readGuests(['"'.repeat(20_000), '<'.repeat(20_000), 'a '.repeat(5_000), '"a" '.repeat(5_000)])
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('pasted lines become one entry each', async () => {
    const { user } = await openNew()
    const field = await screen.findByRole('combobox', { name: /^Guests/ })
    await user.click(field)
    await user.paste('bob@y.example\njane@y.example')
    expect(screen.getByText('bob@y.example')).toBeVisible()
    expect(screen.getByText('jane@y.example')).toBeVisible()
  })
})
