import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Commands } from '~/src/app/commands/commands'
import { askedOf, fakeApi, refusing } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { hushed } from '../support/hushed'
import { renderScreen, type ScreenOptions } from '../support/render-screen'
import { companyRow, mediaRow, userRow } from '../support/sample-rows'

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

const offered = () => screen.getAllByRole('option').map(option => option.textContent)

describe('the command palette', () => {
  it('goes to a screen by the beginning of its words, by keyboard alone', async () => {
    const { user, address } = await open()
    await user.keyboard('new med')
    await waitFor(() => expect(offered()).toEqual(['New media']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/medias/create'))
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('finds records of every kind, each with its company', async () => {
    const { user, api, address } = await open()
    await user.keyboard('sun')
    expect(await screen.findByRole('option', { name: /Sunset.*Own company/ })).toBeVisible()
    expect(screen.getByRole('option', { name: 'Sunrise' })).toBeVisible()
    expect(askedOf(api.to('GET /medias')[0]).q).toEqual({ name: { begins: 'sun' } })
    await user.click(screen.getByRole('option', { name: /Sunset/ }))
    await waitFor(() => expect(address()).toBe('/medias/show/m1'))
  })

  it('searches no records by one letter', async () => {
    const { user, api } = await open()
    await user.keyboard('s')
    await new Promise(resolve => setTimeout(resolve, 400))
    expect(api.to('GET /medias')).toEqual([])
  })

  it.each([
    ['admin', ['My company'], ['Companies', 'New company', 'Administration']],
    ['viewer', ['Home', 'My account', 'Sign out'], ['Users', 'New media', 'Companies']],
  ] as const)('offers %s what the role has', async (role, has, lacks) => {
    await open({ role })
    const names = await waitFor(() => {
      const found = offered()
      expect(found.length).toBeGreaterThan(2)
      return found
    })
    expect(names).toEqual(expect.arrayContaining([...has]))
    for (const name of lacks) expect(names).not.toContain(name)
  })

  it('asks for no records that a viewer may not list', async () => {
    const { user, api } = await open({ role: 'viewer' })
    await user.keyboard('sunset')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    expect(api.calls).toEqual([])
  })

  it('says that records cannot be searched', async () => {
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

  it('closes with Escape', async () => {
    const { user } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })
})

describe('the shortcuts', () => {
  it.each([
    ['en', 'Keyboard shortcuts'],
    ['fr', 'Raccourcis clavier'],
    ['es', 'Atajos de teclado'],
  ] as const)('are listed under ? in %s', async (language, title) => {
    const { user } = await renderScreen(<Commands />, { language })
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    expect(dialog.getByText('Ctrl').tagName).toBe('KBD')
    expect(dialog.getAllByRole('term').map(term => term.textContent)).not.toContain(
      expect.stringMatching(/\./),
    )
  })

  it('are not opened by a question typed', async () => {
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
