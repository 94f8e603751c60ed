import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RenamePage } from '~/src/features/vectos/rename-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { answerRecord, vectoRow } from '../support/panel/nested-rows'
import { renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const vecto = '/videos/w1/vectos/s1'

const openRename = (row: Row = {}, options: ScreenOptions = {}) =>
  renderScreen(<RenamePage />, {
    path: '/video3d/rename/:pid/:id',
    at: '/video3d/rename/w1/s1',
    api: answerRecord(fakeApi(), vecto, vectoRow(row)),
    ...options,
  })

const give = async ({ user }: Awaited<ReturnType<typeof openRename>>, name: string) => {
  const field = await screen.findByRole('textbox', { name: /New name/ })
  await user.clear(field)
  if (name) await user.type(field, name)
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  return field
}

describe('renaming a 3D video', () => {
  it('shows the current name of a 3D video, sends the new one and returns to the list', async () => {
    const opened = await openRename()
    expect(await screen.findByText('Quay')).toBeVisible()
    await give(opened, ' Old quay ')
    await waitFor(() => expect(opened.address()).toBe('/video3d'))
    expect(opened.api.to(`PATCH ${vecto}`)[0]?.json).toEqual({
      newname: 'Old quay',
      status: 'renaming',
      updatedAt: '2024-02-01T09:00:00Z',
    })
    expect(await screen.findByText('The 3D video is being renamed')).toBeVisible()
  })

  it('selects the current name, so that typing replaces it', async () => {
    const { user } = await openRename()
    const field = await screen.findByRole('textbox', { name: /New name/ })
    expect(field).toHaveFocus()
    expect(field).toHaveValue('Quay')
    await user.keyboard('Harbour')
    expect(field).toHaveValue('Harbour')
  })

  it('keeps a typed name as a draft over a reload until the 3D video is renamed', async () => {
    const key = 'vecto.draft.me.vectos.rename.w1/s1'
    const first = await openRename()
    const field = await screen.findByRole('textbox', { name: /New name/ })
    await first.user.clear(field)
    await first.user.type(field, 'Harbour')
    await waitFor(() => expect(sessionStorage.getItem(key)).toBe('{"newname":"Harbour"}'))
    first.unmount()
    const opened = await openRename()
    await opened.user.click(await screen.findByRole('button', { name: 'Restore them' }))
    expect(screen.getByRole('textbox', { name: /New name/ })).toHaveValue('Harbour')
    await opened.user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(opened.address()).toBe('/video3d'))
    expect(sessionStorage.getItem(key)).toBeNull()
  })

  it('requires a new name', async () => {
    const opened = await openRename()
    expect(await give(opened, '')).toBeInvalid()
    expect(screen.getByText('Required')).toBeVisible()
    expect(opened.api.to(`PATCH ${vecto}`)).toEqual([])
  })

  it('shows that the new name equals the current one', async () => {
    const opened = await openRename()
    opened.api.answering(`PATCH ${vecto}`, refusing(422, 'validation', { fields: { newname: 'same' } }))
    await give(opened, 'Quay')
    expect(await screen.findByText('This is the current value: choose another')).toBeVisible()
    expect(opened.address()).toBe('/video3d/rename/w1/s1')
  })

  it('shows a state conflict in an alert', async () => {
    const opened = await openRename()
    opened.api.answering(`PATCH ${vecto}`, refusing(409, 'state'))
    await give(opened, 'Old quay')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This is not possible in the current state of the record. (state)',
    )
  })

  it('offers to rename only a completed 3D video', async () => {
    await openRename({ status: 'ko' })
    expect(await screen.findByText('This 3D video cannot be renamed now')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'Show the 3D video' })).toHaveAttribute(
      'href',
      '/video3d/show/w1/s1',
    )
  })

  it('denies renaming to users who may not change the 3D video', async () => {
    await openRename({ company: { ref: 'companies/foreign', label: 'Foreign' } }, { role: 'admin' })
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
