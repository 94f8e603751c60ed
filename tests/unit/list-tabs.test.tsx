import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, type FakeApi, fakeApi } from '../support/panel/fake-api'
import { addFilter } from '../support/panel/list-controls'
import { openList } from '../support/panel/render-screen'
import { mediaRow, userRow } from '../support/panel/sample-rows'

freshBrowser()

const people = () =>
  fakeApi({ users: Array.from({ length: 23 }, (_, index) => userRow({ uid: `u${index}` })) })

/** The next page may be prefetched too. */
const untilAsked = (api: FakeApi, what: object, resource = 'users') =>
  waitFor(() => expect(api.to(`GET /${resource}`).map(askedOf)).toContainEqual(expect.objectContaining(what)))

describe('list tabs', () => {
  it.each([
    ['', 'Active', { q: { status: ['active', 'disabled'] }, fsort: 'email', osort: 'asc' }],
    ['#invited', 'Invited', { q: { status: 'pending' }, fsort: 'email', osort: 'asc' }],
    ['#deleted', 'Deleted', { q: { status: 'deleted' }, fsort: 'deletedAt', osort: 'desc' }],
    ['#nonsense', 'Active', { q: { status: ['active', 'disabled'] } }],
  ])('the hash “%s” opens the tab %s', async (hash, name, asked) => {
    const { api } = await openList('users', hash)
    expect(await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await untilAsked(api, { ...asked, offset: 0, batch: 10 })
  })

  it('a tab is part of the URL and keeps the search', async () => {
    const { api, user, address } = await openList('users')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'gra')
    await untilAsked(api, { q: { keywords: { begins: 'gra' }, status: ['active', 'disabled'] } })
    await user.click(screen.getByRole('tab', { name: /^Deleted/ }))
    await waitFor(() => expect(address()).toBe('/user?keywords=gra#deleted'))
    await untilAsked(api, { q: { keywords: { begins: 'gra' }, status: 'deleted' }, fsort: 'deletedAt' })
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('gra')
  })

  it('arrow keys, Home and End move the focus between tabs, of which Tab reaches the current one', async () => {
    const { user } = await openList('users')
    const [active, invited, deleted] = await screen.findAllByRole('tab')
    expect([active, invited, deleted].map(tab => tab?.tabIndex)).toEqual([0, -1, -1])
    active?.focus()
    await user.keyboard('{ArrowRight}')
    expect(invited).toHaveFocus()
    await user.keyboard('{End}')
    expect(deleted).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(active).toHaveFocus()
    await user.keyboard('{ArrowLeft}{Home}{Alt>}{ArrowRight}{/Alt}')
    expect(active).toHaveFocus()
  })

  it('the grid has its own page sizes', async () => {
    const { api, user } = await openList('medias', '#grid', { api: fakeApi({ medias: [mediaRow()] }) })
    await untilAsked(api, { batch: 9 }, 'medias')
    await user.click(await screen.findByRole('combobox', { name: /per page/i }))
    const sizes = await screen.findAllByRole('option')
    expect(sizes.map(option => option.textContent)).toEqual(['9', '12', '15'])
  })
})

describe('tab counts', () => {
  const api = () =>
    fakeApi({
      users: [
        userRow(),
        userRow({ uid: 'u2', role: 'viewer' }),
        userRow({ uid: 'u3', status: 'pending' }),
        userRow({ uid: 'u4', status: 'deleted', role: 'viewer' }),
      ],
    })

  const counts = () => screen.getAllByRole('tab').map(tab => tab.textContent)

  it('tab counts follow the filters and cost one request of one row per tab', async () => {
    const { api: asked, user } = await openList('users', '', { api: api() })
    await waitFor(() => expect(counts()).toEqual(['Active 2', 'Invited 1', 'Deleted 1']))
    expect(asked.to('GET /users').filter(({ search }) => search.get('batch') === '1')).toHaveLength(2)
    await addFilter(user, 'Role')
    await user.click(await screen.findByRole('option', { name: 'Viewer' }))
    await waitFor(() => expect(counts()).toEqual(['Active 1', 'Invited 0', 'Deleted 1']))
  })

  it('tab counts of a user’s own notifications follow any search', async () => {
    const note = (uid: string, read: boolean) => ({
      uid,
      title: `About ${uid}`,
      kind: 'vectoCompleted',
      read,
    })
    const notifications = [note('n1', true), note('n2', false), note('n3', true)]
    const { user, api: asked } = await openList('notifications', '', { api: fakeApi({ notifications }) })
    await waitFor(() => expect(counts()).toEqual(['All 3', 'Unread 1']))
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'abo')
    await untilAsked(asked, { q: { keywords: { begins: 'abo' }, read: false }, batch: 1 }, 'notifications')
  })

  it('omits tab counts that would need a full scan', async () => {
    const { api: asked, user } = await openList('users', '', { api: api() })
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'gra')
    await untilAsked(asked, { q: { keywords: { begins: 'gra' }, status: ['active', 'disabled'] } })
    await waitFor(() => expect(counts().slice(1)).toEqual(['Invited', 'Deleted']))
    for (const { q, batch } of asked.to('GET /users').map(askedOf))
      if (batch === 1) expect(q).not.toHaveProperty('keywords')
  })
})

describe('page number input', () => {
  it.each([
    ['3', '21-30 of 63'],
    ['999', '61-63 of 63'],
    ['0', '1-10 of 63'],
  ])('the page number %s shows %s', async (number, rows) => {
    const users = Array.from({ length: 63 }, (_, index) => userRow({ uid: `u${index}` }))
    const { user } = await openList('users', '?page=2', { api: fakeApi({ users }) })
    await user.type(await screen.findByRole('textbox', { name: 'Go to page, 1 to 7' }), `${number}{Enter}`)
    expect(await screen.findByText(rows)).toBeVisible()
  })

  it('the page number input is hidden when each page has a button', async () => {
    await openList('users', '', { api: people() })
    await screen.findByText('1-10 of 23')
    expect(screen.queryByRole('textbox', { name: /^Go to page/ })).toBeNull()
  })
})

describe('state of a list', () => {
  it('page and sort order are kept in session storage and restored on return', async () => {
    const api = people()
    const { user, unmount } = await openList('users', '', { api })
    await user.click(await screen.findByRole('button', { name: /next page/i }))
    await screen.findByText('11-20 of 23')
    await user.click(screen.getByRole('button', { name: /last name/i }))
    await untilAsked(api, { fsort: 'lastname' })
    await user.click(screen.getByRole('button', { name: /page 2/i }))
    await untilAsked(api, { fsort: 'lastname', offset: 10 })
    expect(Object.keys(sessionStorage)).toContain('vecto.store.me.users.active.listParams')
    expect(Object.keys(localStorage).join()).not.toContain('listParams')
    unmount()
    const again = people()
    await openList('users', '', { api: again })
    expect(await screen.findByText('11-20 of 23')).toBeVisible()
    const first = askedOf(again.to('GET /users')[0])
    expect(first).toMatchObject({ offset: 10, fsort: 'lastname', osort: 'asc' })
  })

  it('the search of a list is not shared with another user of the same browser', async () => {
    const { api, user, unmount } = await openList('users')
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'gra')
    await untilAsked(api, { q: { keywords: { begins: 'gra' }, status: ['active', 'disabled'] } })
    unmount()
    const other = await openList('users', '', { me: { uid: 'other' } })
    await untilAsked(other.api, { q: { status: ['active', 'disabled'] } })
    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('')
  })

  it('offers the page sizes of the definition and requests the chosen one', async () => {
    const api = people()
    const { user } = await openList('users', '', { api })
    await user.click(await screen.findByRole('combobox', { name: /per page/i }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      '10',
      '15',
      '20',
      '25',
      '30',
    ])
    await user.click(screen.getByRole('option', { name: '25' }))
    await untilAsked(api, { offset: 0, batch: 25 })
  })
})
