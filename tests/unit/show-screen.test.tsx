import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, refusing } from '../support/panel/fake-api'
import { openShow } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const world = () =>
  fakeApi({
    users: [
      userRow({ notifications: true }),
      userRow({ uid: 'u2', status: 'disabled', email: 'off@demo.example' }),
    ],
    companies: [companyRow()],
    medias: [mediaRow()],
  })

const labels = () => screen.getAllByRole('term').map(term => term.textContent)

describe('the fields of a record', () => {
  it.each([
    ['root', true],
    ['admin', false],
  ] as const)('shows %s the notifications field of a user: %s', async (role, has) => {
    await openShow('users', 'u1', { role, api: world() })
    expect(await screen.findByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible()
    expect(labels()).toEqual(expect.arrayContaining(['E-mail', 'Role', 'Company']))
    expect(labels().includes('Notifications')).toBe(has)
    expect(labels()).not.toContain('Password')
  })

  it('leaves out empty fields, except those whose absence means something, in the user’s language', async () => {
    await openShow('users', 'u1', { language: 'fr', api: world() })
    expect(await screen.findByText('Éditeur')).toBeVisible()
    expect(screen.getByText('Ne s’est pas encore connecté')).toBeVisible()
    expect(labels()).not.toContain('Groupes')
    expect(screen.queryByRole('img', { name: 'Aucune valeur' })).toBeNull()
  })

  it('shows the status once, next to the title, and the title in no field', async () => {
    await openShow('medias', 'm1', { api: world() })
    const title = await screen.findByRole('heading', { level: 1, name: 'Sunset' })
    expect(title.nextElementSibling).toHaveTextContent('Completed')
    await screen.findByText('Company')
    expect(screen.getAllByText('Completed')).toHaveLength(1)
    expect(screen.getAllByText('Sunset')).toHaveLength(1)
  })

  it('shows who created a record, and when, after all other fields', async () => {
    await openShow('medias', 'm1', { api: world() })
    await screen.findByText('Company')
    expect(labels().slice(-3)).toEqual(['Created', 'Modified', 'Checksum'])
  })

  it.each([
    ['users', 'u1', {}, ['Edit']],
    ['videos', 'w1', { status: 'completed', pending: false, duration: 9 }, ['Create a 3D video']],
    ['videos', 'w1', { status: 'ko', pending: true }, ['Try again']],
    ['videos', 'w1', { status: 'pending', pending: true }, ['Edit']],
  ] as const)('has one prominent action on a record of %s/%s with %j: %j', async (name, uid, row, names) => {
    const video = { uid: 'w1', name: 'Harbour 360', company: ownCompany, ...row }
    await openShow(name, uid, { api: fakeApi({ users: [userRow()], videos: [video] }) })
    await screen.findByRole('heading', { level: 1 })
    await screen.findByText(names[0])
    const prominent = [...document.querySelectorAll('.MuiButton-contained')].map(each => each.textContent)
    expect(prominent).toEqual(names)
  })
})

describe('the tabs of a record', () => {
  it('selects a tab by the URL; a company’s tab lists five active users per page', async () => {
    const { api, user, address } = await openShow('companies', 'own', { api: world() })
    await user.click(await screen.findByRole('tab', { name: 'Users' }))
    expect(address()).toBe('/company/show/own#users')
    expect(await screen.findByText('grace@demo.example')).toBeVisible()
    expect(askedOf(api.to('GET /users')[0])).toMatchObject({
      q: { company: 'companies/own', status: 'active' },
      offset: 0,
      batch: 5,
      fsort: 'email',
    })
    expect(screen.queryByText('off@demo.example')).toBeNull()
  })

  it.each([
    ['users', 'u1', 'users/u1'],
    ['medias', 'm1', 'medias/m1'],
  ])(
    'opens the events tab of %s/%s by a link and requests events of %s, newest first',
    async (name, uid, object) => {
      const { api } = await openShow(name, `${uid}#events`, { api: world() })
      expect(await screen.findByRole('tab', { name: 'Events' })).toHaveAttribute('aria-selected', 'true')
      await waitFor(() => expect(api.to('GET /events')).toHaveLength(1))
      const asked = { q: { object }, batch: 10, fsort: 'createdAt', osort: 'desc' }
      expect(askedOf(api.to('GET /events')[0])).toMatchObject(asked)
    },
  )

  it('shows why a related list failed within its tab', async () => {
    const api = world()
    api.answering('GET /events', refusing(503, 'unavailable'))
    await openShow('medias', 'm1#events', { api })
    expect(await screen.findByText(/^Server Error: The service is not available/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Sunset' })).toBeVisible()
  })
})

describe('a record that cannot be loaded', () => {
  it.each([
    ['companies', 'en', "Couldn't get company data"],
    ['companies', 'fr', 'Impossible d’obtenir les données de la société'],
    [
      'users',
      'en',
      'An error occurred while accessing data, please contact an administrator (server_error).',
    ],
  ] as const)('shows for %s in %s the error “%s”, and retries', async (name, language, text) => {
    const api = world()
    const uid = name === 'companies' ? 'own' : 'u1'
    api.answering(`GET /${name}/${uid}`, refusing(500, 'server_error'))
    const { user } = await openShow(name, uid, { language, api })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    api.answering(`GET /${name}/${uid}`, () => ({ ...companyRow(), ...userRow({ uid }) }))
    await user.click(within(alert).getByRole('button'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it.each([
    ['companies', 'This record does not exist, or you do not have access to it.'],
    ['users', 'This record does not exist, or you do not have access to it.'],
  ])('shows a missing record of %s with “%s”, without naming an administrator', async (name, text) => {
    const api = world()
    api.answering(`GET /${name}/gone`, refusing(404, 'not_found'))
    await openShow(name, 'gone', { api })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(text)
    expect(alert).not.toHaveTextContent(/administrator/)
  })

  it('denies access to a user whose role ranks above the viewer’s', async () => {
    const api = fakeApi({ users: [userRow({ role: 'partner' })] })
    await openShow('users', 'u1', { role: 'admin', api })
    expect(await screen.findByRole('alert')).toHaveTextContent('Access denied')
    expect(screen.queryByText('grace@demo.example')).toBeNull()
  })
})

it('a tab with some states of related records links to the list with all of them', async () => {
  await openShow('companies', 'own#users', { api: world() })
  expect(await screen.findByRole('link', { name: /^Users of .+, with any status$/ })).toHaveAttribute(
    'href',
    '/user?company=companies/own',
  )
})

describe('the back button', () => {
  it('returns to the list when the record was opened by a link', async () => {
    const { user, address } = await openShow('users', 'u1', { api: world() })
    await user.click(await screen.findByRole('button', { name: /back/i }))
    expect(address()).toBe('/user')
  })
})
