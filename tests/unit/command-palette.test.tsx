import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Commands } from '~/src/app/commands/commands'
import { type Command, findCommands } from '~/src/app/commands/find-commands'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, refusing } from '../support/panel/fake-api'
import { renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { deferred } from '../support/process/deferred'

freshBrowser()
hushed()

const world = () =>
  fakeApi({
    companies: [companyRow({ name: 'Sunrise' })],
    medias: [mediaRow()],
    users: [userRow({ firstname: 'Sun' })],
  })

const open = async (options: ScreenOptions = {}) => {
  const opened = await renderScreen(<Commands />, { api: world(), ...options })
  await opened.user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(input).toHaveFocus())
  return { ...opened, input }
}

/** A server that delays its response for companies until the test releases it. */
const slowCompanies = () => {
  const api = world()
  const { promise, resolve } = deferred()
  const companies = { results: [companyRow({ name: 'Sunset' })], meta: { count: 1 } }
  api.answering('GET /companies', () => promise.then(() => companies))
  return { api, answer: resolve }
}

const highlighted = () => document.querySelector('[role=option].Mui-focused')?.textContent

const offered = () => screen.getAllByRole('option').map(option => option.textContent)

describe('command palette', () => {
  // First, while the palette has not been loaded.
  it('keys that are typed before the palette is loaded go into it, Enter included', async () => {
    const { user, address } = await renderScreen(<Commands />, { api: world() })
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.queryByRole('combobox')).toBeNull()
    await user.keyboard('new mex{Backspace}d{Enter}')
    await waitFor(() => expect(address()).toBe('/medias/create'))
  })

  it('the command palette opens a screen by the beginning of its words, by keyboard', async () => {
    const { user, address } = await open()
    await user.keyboard('new med')
    await waitFor(() => expect(offered()).toEqual(['New media']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/medias/create'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('the command palette finds records of every resource, each with its company', async () => {
    const { user, api, address } = await open()
    await user.keyboard('sun')
    expect(await screen.findByRole('option', { name: /Sunset.*Own company/ })).toBeVisible()
    expect(screen.getByRole('option', { name: 'Sunrise' })).toBeVisible()
    expect(askedOf(api.to('GET /medias')[0]).q).toEqual({ name: { begins: 'sun' } })
    await user.click(screen.getByRole('option', { name: /Sunset/ }))
    await waitFor(() => expect(address()).toBe('/medias/show/m1'))
  })

  it('a single letter sends no search request', async () => {
    const { user, api } = await open()
    await user.keyboard('s')
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(api.to('GET /medias')).toEqual([])
  })

  it.each([
    ['admin', ['My company'], ['Companies', 'New company', 'Administration']],
    ['viewer', ['Home', 'My account', 'Sign out'], ['Users', 'New media', 'Companies']],
  ] as const)('offers the role %s only its own commands', async (role, has, lacks) => {
    await open({ role })
    const names = await waitFor(() => {
      const found = offered()
      expect(found.length).toBeGreaterThan(2)
      return found
    })
    expect(names).toEqual(expect.arrayContaining([...has]))
    for (const name of lacks) expect(names).not.toContain(name)
  })

  it('a search by a viewer sends no request for records that a viewer may not list', async () => {
    const { user, api } = await open({ role: 'viewer' })
    await user.keyboard('sunset')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    expect(api.calls).toEqual([])
  })

  it('shows that records cannot be searched when all requests fail', async () => {
    const api = world()
    for (const name of [
      'companies',
      'medias',
      'users',
      'videos360',
      'videos3d',
      'environments',
      'downloads',
      'mails',
      'templates',
      'webhooks',
    ])
      api.answering(`GET /${name}`, refusing(503, 'unavailable'))
    const { user } = await open({ api })
    await user.keyboard('sunset')
    expect(await screen.findByText('Records cannot be searched right now')).toBeVisible()
  })

  it('an early Enter opens the first result after all resources have responded', async () => {
    const { api, answer } = slowCompanies()
    const { user, address } = await open({ api })
    await user.keyboard('sun{Enter}')
    await waitFor(() => expect(api.to('GET /users')).toHaveLength(1))
    expect(screen.getByText('Searching…')).toBeVisible()
    expect(address()).toBe('/here')
    answer()
    await waitFor(() => expect(address()).toBe('/company/show/own'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('typing more text cancels a pending Enter', async () => {
    const { api, answer } = slowCompanies()
    const { user, address } = await open({ api })
    await user.keyboard('sun{Enter}s{Backspace}')
    answer()
    expect(await screen.findByRole('option', { name: /Sunset.*Own company/ })).toBeVisible()
    expect(address()).toBe('/here')
  })

  it('Enter opens the option chosen by an arrow key while new results load', async () => {
    const { user, address } = await open()
    await user.keyboard('su')
    await screen.findByRole('option', { name: /Sunset/ })
    await user.keyboard('n{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/medias/show/m1'))
  })

  it('shows the results of all resources together, to avoid layout shifts', async () => {
    const { api, answer } = slowCompanies()
    const { user } = await open({ api })
    await user.keyboard('su')
    await waitFor(() => expect(api.to('GET /users')).toHaveLength(1))
    expect(screen.queryByRole('option', { name: /Own company/ })).toBeNull()
    answer()
    expect(await screen.findAllByRole('option')).toHaveLength(2)
  })

  it('keeps the highlighted option when results arrive, also among equal names', async () => {
    const api = world()
    const { promise, resolve } = deferred()
    const found = (...names: string[]) => ({
      results: names.map(name => companyRow({ uid: name, name })),
      meta: { count: names.length },
    })
    api.answering('GET /companies', call =>
      askedOf(call).q.name.begins === 'su'
        ? found('Sunset')
        : promise.then(() => found('Sunset', 'Sunset Park')),
    )
    const { user } = await open({ api })
    await user.keyboard('su')
    await waitFor(() => expect(offered()).toEqual(['Sunset', 'SunsetOwn company']))
    await user.keyboard('n{ArrowDown}')
    expect(highlighted()).toBe('SunsetOwn company')
    resolve()
    await waitFor(() => expect(offered()).toEqual(['Sunset', 'Sunset Park', 'SunsetOwn company']))
    expect(highlighted()).toBe('SunsetOwn company')
  })

  it('Escape closes the command palette', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })
})

describe('keyboard shortcuts', () => {
  it.each([
    ['en', 'Keyboard shortcuts'],
    ['fr', 'Raccourcis clavier'],
    ['es', 'Atajos de teclado'],
  ] as const)('the key ? lists the keyboard shortcuts in %s', async (language, title) => {
    const { user } = await renderScreen(<Commands />, { language })
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.getByText('Ctrl').tagName).toBe('KBD')
    expect(dialog.getAllByRole('term').map(term => term.textContent)).not.toContain(
      expect.stringMatching(/\./),
    )
  })

  it('typing ? into an input does not open the shortcuts', async () => {
    const { user } = await renderScreen(
      <>
        <Commands />
        <input aria-label="note" />
      </>,
      {},
    )
    await user.type(screen.getByLabelText('note'), 'why?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByLabelText('note')).toHaveValue('why?')
  })
})

describe('finding a command', () => {
  const command = (label: string, more: object = {}): Command => ({
    ...{ id: label, label, group: 'Screens', to: '/' },
    ...more,
  })
  const commands = [
    command('Outbox', { also: 'emails mail' }),
    command('E-mail templates'),
    command('New media', { group: 'Create' }),
    command('Switch between light and dark', { also: 'theme mode' }),
  ]
  const found = (text: string) => findCommands(commands, text).map(({ label }) => label)

  it.each([
    ['mail', ['E-mail templates', 'Outbox']],
    ['theme', ['Switch between light and dark']],
    ['create', ['New media']],
    ['outbxo', ['Outbox']],
    ['templtes', ['E-mail templates']],
    ['tempplates', ['E-mail templates']],
    ['nrw med', []],
    ['newx', []],
    ['zebra', []],
  ])('%s finds %j', (text, labels) => expect(found(text)).toEqual(labels))

  it('an empty palette begins with what was opened last', async () => {
    const { user } = await open({ path: '*', at: '/here' })
    await user.keyboard('new med')
    await waitFor(() => expect(offered()).toEqual(['New media']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    const recent = within(await screen.findByRole('group', { name: 'Recent' }))
    expect(recent.getAllByRole('option').map(option => option.textContent)).toEqual(['New media'])
  })

  it('an empty palette shows nothing that another user of the browser opened', async () => {
    const opened = await open({ path: '*', at: '/here', me: { uid: 'first' } })
    await opened.user.keyboard('new med')
    await waitFor(() => expect(offered()).toEqual(['New media']))
    await opened.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    opened.unmount()
    await open({ me: { uid: 'second' } })
    await waitFor(() => expect(offered().length).toBeGreaterThan(2))
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })

  it.each(['outbox', 'maintenance', 'second factor', 'theme'])('root finds something for %s', async text => {
    const { user } = await open()
    await user.keyboard(text)
    await waitFor(() => expect(offered()).toHaveLength(1))
  })
})
