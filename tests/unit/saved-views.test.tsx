import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { browserViews, keptDefaults } from '~/src/api/cloud/browser-views'
import { panelStore } from '~/src/app/panel-store'
import { seedDefaultViews } from '~/src/app/seed-default-views'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openList, type ScreenOptions } from '../support/panel/render-screen'
import { mediaRow } from '../support/panel/sample-rows'
import { deferred } from '../support/process/deferred'
import { personOf } from '../support/server/person'

freshBrowser()

const me = { ref: 'users/me', label: 'Ada Lovelace' }
const viewRow = (more: Row = {}): Row => ({
  ...{ uid: 'v1', name: 'Icons', list: 'medias', tab: 'completed', query: '?specialUsage=icon&sort=name' },
  ...{ shared: false, isDefault: false, createdBy: me, updatedAt: '2026-01-01T00:00:00Z', ...more },
})
const theirs = viewRow({
  uid: 'v2',
  name: 'Clara’s',
  shared: true,
  query: '',
  company: { ref: 'companies/own' },
})
const shared = { ...theirs, createdBy: { ref: 'users/u2', label: 'Clara Klein' } }

const open = (views: readonly Row[], options: ScreenOptions = {}) => {
  const api = fakeApi({ medias: [mediaRow()], views })
  return openList('medias', '', { api, ...options })
}

const menu = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  return screen.findByRole('menu')
}

describe('saved views of a list', () => {
  it('applies a saved view by its URL, shows its owner and marks the current view', async () => {
    const { user, address } = await open([viewRow(), shared])
    const items = within(await menu(user))
    await user.click(await items.findByRole('menuitem', { name: /^Clara’s Shared by Clara Klein/ }))
    expect(address()).toBe('/medias')
    await user.click(await within(await menu(user)).findByRole('menuitem', { name: /^Icons/ }))
    await waitFor(() => expect(address()).toBe('/medias?specialUsage=icon&sort=name'))
    const shown = await within(await menu(user)).findByRole('menuitem', { name: /^Icons/ })
    expect(shown).toHaveAttribute('aria-current', 'true')
    await user.click(screen.getByRole('menuitem', { name: /^Clara/ }))
    await waitFor(() => expect(address()).toBe('/medias'))
  })

  it('the menu of views offers nothing until the views are loaded, then focuses the first', async () => {
    const { user, api } = await open([])
    const answer = deferred<unknown>()
    api.answering('GET /views', () => answer.promise)
    const items = within(await menu(user))
    expect(await items.findByRole('status')).toHaveTextContent('Loading')
    expect(items.queryByRole('menuitem')).toBeNull()
    answer.resolve({ results: [viewRow()], meta: { count: 1 } })
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /^Icons/ })).toHaveFocus())
    expect(items.getByRole('menuitem', { name: 'Save this view' })).toBeVisible()
  })

  it('opens a saved view on its own tab', async () => {
    const { user, address } = await open([viewRow({ tab: 'grid', query: '?rows=15' })])
    await user.click(await within(await menu(user)).findByRole('menuitem', { name: /^Icons/ }))
    await waitFor(() => expect(address()).toBe('/medias?rows=15#grid'))
  })

  it('saves the current list as a view by keyboard and shows a taken name as a field error', async () => {
    const { user, api } = await open([], { at: '/medias?specialUsage=icon&page=1' })
    api.answering('POST /views', refusing(422, 'validation', { fields: { name: 'taken' } }))
    const button = await screen.findByRole('button', { name: 'Views' })
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByText('No view is saved for this list yet.')
    await user.keyboard('{ArrowDown}{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Save this view' })
    await user.keyboard('Icons')
    await user.keyboard('{Enter}')
    expect(await within(dialog).findByText('Already in use')).toBeVisible()
    api.answering('POST /views', () => viewRow())
    await user.click(within(dialog).getByRole('switch', { name: 'Share it with my company' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await screen.findByText('The view is saved')
    expect(api.to('POST /views').at(-1)?.json).toEqual({
      ...{ name: 'Icons', list: 'medias', tab: 'completed', query: '?specialUsage=icon' },
      ...{ shared: true, isDefault: false },
    })
  })

  it('the owner renames, replaces, shares, sets as default and deletes a saved view', async () => {
    const { user, api } = await open([viewRow(), shared])
    await user.click(await within(await menu(user)).findByRole('menuitem', { name: 'Manage views' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage views' }))
    expect(dialog.getAllByRole('listitem')).toHaveLength(1)
    const sent = () => api.to('PATCH /views/v1').at(-1)?.json
    const name = dialog.getByRole('textbox', { name: 'Rename Icons' })
    await user.clear(name)
    await user.type(name, 'Pictograms{Enter}')
    await waitFor(() => expect(sent()).toMatchObject({ name: 'Pictograms' }))
    await user.click(dialog.getByRole('switch', { name: /^Share/ }))
    await waitFor(() => expect(sent()).toMatchObject({ shared: true }))
    await user.click(dialog.getByRole('switch', { name: /^Open the list with/ }))
    await waitFor(() => expect(sent()).toMatchObject({ isDefault: true }))
    await user.click(dialog.getByRole('button', { name: /^Replace/ }))
    await waitFor(() => expect(sent()).toMatchObject({ query: null }))
    await user.click(dialog.getByRole('button', { name: /^Delete/ }))
    await user.click(await screen.findByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(api.to('DELETE /views/v1')).toHaveLength(1))
  })

  it.each(['fr', 'es'] as const)('labels the menu of saved views in %s', async language => {
    const { user } = await open([], { language })
    const names = { fr: ['Vues', 'Enregistrer cette vue'], es: ['Vistas', 'Guardar esta vista'] }[language]
    await user.click(await screen.findByRole('button', { name: names[0] }))
    expect(await screen.findByRole('menuitem', { name: names[1] })).toBeVisible()
  })
})

describe('the default view', () => {
  const profile = (query: string) => ({ defaultViews: [{ list: 'medias', tab: 'completed', query }] })

  it('opens a list with the default view until the user changes the list', async () => {
    const ada = personOf('root', { profile: profile('?specialUsage=icon') })
    seedDefaultViews(panelStore, ada)
    const first = await open([])
    await waitFor(() => expect(first.address()).toBe('/medias?specialUsage=icon'))
    await first.user.click(await screen.findByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(first.address()).toBe('/medias'))
    first.unmount()
    seedDefaultViews(panelStore, ada)
    expect((await open([])).address()).toBe('/medias')
  })

  it('ignores the default view for a link with filters, and when the list no longer supports it', async () => {
    seedDefaultViews(panelStore, personOf('root', { profile: profile('?specialUsage=lost&sort=colour') }))
    const { address } = await open([], { at: '/medias?name=a' })
    await screen.findByRole('button', { name: 'Views' })
    expect(address()).toBe('/medias?name=a')
  })
})

describe('saved views in the browser, without a server', () => {
  const views = () => browserViews({ uid: 'me', company: 'own' })
  const create = (name: string, more: object = {}) =>
    views().create({ name, list: 'medias', tab: '', query: '?name=a', ...more })

  it('lists, changes and removes saved views of each user separately', async () => {
    await create('Zoo')
    await create(' Apes ', { isDefault: true })
    await create('Other', { list: 'videos' })
    const { own, shared: others } = await views().list('medias')
    expect([own.map(({ name }) => name), others]).toEqual([['Apes', 'Zoo'], []])
    const [apes, zoo] = own
    if (!apes || !zoo) throw new Error('not kept')
    await views().update(zoo, { isDefault: true })
    expect(keptDefaults('me')).toEqual([{ list: 'medias', tab: '', query: '?name=a' }])
    await views().remove(zoo.id)
    expect(keptDefaults('me')).toEqual([])
    expect((await browserViews({ uid: 'you', company: null }).list('medias')).own).toEqual([])
  })

  it('validates saved views like the server and survives corrupt local storage', async () => {
    await create('Été')
    await expect(create('ete')).rejects.toMatchObject({ body: { errors: { name: 'validation.taken' } } })
    for (let each = 1; each < 30; each++) await create(`View ${each}`)
    await expect(create('One more')).rejects.toMatchObject({ message: 'errors.too_many_views' })
    localStorage.setItem('vecto.views.me', '{broken')
    expect((await views().list('medias')).own).toEqual([])
  })
})
