import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { chooseAction, openActions } from '../support/panel/list-controls'
import { openShow, type ScreenOptions } from '../support/panel/render-screen'
import { companyRow, mediaRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { deferred } from '../support/process/deferred'

freshBrowser()
hushed()

const openMedia = (row: Row = {}, options: ScreenOptions = {}) =>
  openShow('medias', 'm1', { api: fakeApi({ medias: [mediaRow(row)] }), ...options })

const askToDelete = async ({ user }: Awaited<ReturnType<typeof openMedia>>) => {
  await chooseAction(user, 'Delete')
  return within(await screen.findByRole('dialog'))
}

describe('deleting a media', () => {
  it('opens a confirmation and deletes a media without delay by default', async () => {
    const opened = await openMedia()
    const dialog = await askToDelete(opened)
    expect(dialog.getByText(/^At the next clean-up this record is deleted permanently/)).toBeVisible()
    expect(dialog.getByText('Delete “Sunset”?')).toBeVisible()
    expect(dialog.getByRole('spinbutton', { name: /Delay in days/ })).toHaveValue('0')
    expect(opened.api.to('DELETE /medias/m1')).toEqual([])
    await opened.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(opened.api.to('DELETE /medias/m1')[0]?.json).toEqual({ delay: 0 }))
    await waitFor(() => expect(opened.address()).toBe('/medias'))
  })

  it.each(['', '-1', '1.5', '12345'])('rejects a deletion delay of “%s”', async delay => {
    const opened = await openMedia()
    const dialog = await askToDelete(opened)
    const field = dialog.getByRole('spinbutton')
    await opened.user.clear(field)
    if (delay) await opened.user.type(field, delay)
    await opened.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(field).toBeInvalid()
    expect(dialog.getByText('Enter a whole number of days, 0 or more')).toBeVisible()
    expect(opened.api.to('DELETE /medias/m1')).toEqual([])
  })

  it('sends the chosen deletion delay, and shows why the server refused it', async () => {
    const opened = await openMedia()
    const refusal = refusing(409, 'referred_to', { body: { params: { by: 'environments' } } })
    opened.api.answering('DELETE /medias/m1', refusal)
    const dialog = await askToDelete(opened)
    await opened.user.clear(dialog.getByRole('spinbutton'))
    await opened.user.type(dialog.getByRole('spinbutton'), '7')
    expect(
      dialog.getByText('This record will be deleted in 7 days. Until then it can be restored.'),
    ).toBeVisible()
    await opened.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await dialog.findByText('Other records still use this one: environments.')).toBeVisible()
    expect(opened.api.to('DELETE /medias/m1')[0]?.json).toEqual({ delay: 7 })
    expect(opened.address()).toBe('/medias/show/m1')
  })

  it('sends no deletion when the dialog is cancelled', async () => {
    const opened = await openMedia()
    const dialog = await askToDelete(opened)
    await opened.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.api.to('DELETE /medias/m1')).toEqual([])
  })
})

describe('deleting a company', () => {
  it('confirms the deletion of a company in the user’s language without a delay field', async () => {
    const api = fakeApi({ companies: [companyRow()] })
    const { user } = await openShow('companies', 'own', { language: 'fr', api })
    await chooseAction(user, 'Supprimer')
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog.getByText('Vous êtes sur le point de supprimer définitivement cet enregistrement'),
    ).toBeVisible()
    expect(dialog.queryByRole('spinbutton')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Supprimer' }))
    await waitFor(() => expect(api.to('DELETE /companies/own')[0]).toMatchObject({ json: undefined }))
  })
})

describe('the actions of a media', () => {
  it.each([
    ['root', 'pending', ['Delete']],
    ['root', 'completed', ['Regenerate thumbnail', 'Delete']],
    ['root', 'deletable', ['Restore']],
    ['partner', 'completed', ['Regenerate thumbnail']],
    ['partner', 'deletable', []],
    ['admin', 'completed', ['Regenerate thumbnail']],
    ['admin', 'deletable', []],
  ] as const)('offers %s, while the media is %s, the actions %j', async (role, status, names) => {
    const { user } = await openMedia({ status }, { role })
    await screen.findByRole('heading', { level: 1, name: 'Sunset' })
    const menu = await openActions(user)
    const actions = menu.queryAllByRole('menuitem', { name: /^(Delete|Restore|Regenerate thumbnail)$/ })
    expect(actions.map(action => action.textContent)).toEqual(names)
  })

  it('restores a media after confirmation and loads it again', async () => {
    const { api, user } = await openMedia({ status: 'deletable' })
    await chooseAction(user, 'Restore')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('The media will no longer be deleted. Restore it?')).toBeVisible()
    expect(api.to('PATCH /medias/m1/restore')).toEqual([])
    api.answering('PATCH /medias/m1/restore', () => mediaRow())
    api.answering('GET /medias/m1', () => mediaRow({ status: 'completed' }))
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Media restored')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await (await openActions(user)).findByRole('menuitem', { name: 'Delete' })).toBeVisible()
  })

  it('regenerates a thumbnail without confirmation and shows why the server refused it', async () => {
    const { api, user } = await openMedia()
    api.answering('GET /medias/m1/regenerate', refusing(409, 'state'))
    await chooseAction(user, 'Regenerate thumbnail')
    expect(await screen.findByText('This is not possible in the current state of the record.')).toBeVisible()
  })
})

it('sends an action once when its button is pressed twice, and again after the response', async () => {
  const api = fakeApi({ medias: [mediaRow()] })
  const first = deferred()
  api.answering('GET /medias/m1/regenerate', () => first.promise.then(() => ({ uid: 'm1' })))
  const { user } = await openShow('medias', 'm1', { api })
  const action = await (await openActions(user)).findByRole('menuitem', { name: /thumbnail/i })
  await user.dblClick(action)
  expect(api.to('GET /medias/m1/regenerate')).toHaveLength(1)
  first.resolve()
  await screen.findByText(/thumbnail.*(again|regenerat|requested)/i)
  await chooseAction(user, /thumbnail/i)
  await waitFor(() => expect(api.to('GET /medias/m1/regenerate')).toHaveLength(2))
})
