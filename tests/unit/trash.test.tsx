import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { chooseAction } from '../support/panel/list-controls'
import { openList, openShow } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const use = (more: object) => ({
  resource: 'groups',
  field: 'company',
  count: 1,
  effect: 'blocked',
  records: [],
  ...more,
})

const open = async (answer: object) => {
  const api = fakeApi({ companies: [companyRow({ uid: 'c1', name: 'Acme' })] })
  api.answering('GET /companies/c1/uses', () => answer)
  const opened = await openShow('companies', 'c1', { api })
  await chooseAction(opened.user, 'Delete')
  return { ...opened, dialog: within(await screen.findByRole('dialog')) }
}

describe('the delete dialog', () => {
  it('lists uses of the record with links, those that prevent the deletion first', async () => {
    const { dialog } = await open({
      trashDays: 30,
      uses: [
        use({
          resource: 'shares',
          effect: 'cleared',
          records: [{ ref: 'environments/e1', label: 'Gallery' }],
        }),
        use({ resource: 'deliveries', count: 3, effect: 'deleted' }),
        use({ resource: 'videos', count: 7, records: [{ ref: 'videos/v1', label: 'Beach' }] }),
      ],
    })
    expect(await dialog.findByText('It cannot be deleted as long as it is used by:')).toBeVisible()
    expect(dialog.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      '7 360 videos: Beach and 6 more',
      '3 Webhook requests',
      '1 Share: Gallery',
    ])
    expect(dialog.getByText('Deleted with it:')).toBeVisible()
    expect(dialog.getByRole('link', { name: 'Beach' })).toHaveAttribute('href', '/video360/show/v1')
  })

  it('states how long the record can be restored when the server keeps a trash', async () => {
    const { dialog } = await open({ trashDays: 1, uses: [] })
    expect(
      await dialog.findByText('It stays in the trash for 1 day, and can be restored until then.'),
    ).toBeVisible()
  })
})

describe('the toast of a deletion', () => {
  it('restores a deleted record with Undo', async () => {
    const { dialog, user, api } = await open({ trashDays: 30, uses: [] })
    await dialog.findByText(/in the trash for 30 days/)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Company deleted')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(api.to('PATCH /trash/companies-c1/restore')).toHaveLength(1))
  })

  it('shows why a deletion cannot be undone', async () => {
    const { dialog, user, api } = await open({ trashDays: 30, uses: [] })
    api.answering(
      'PATCH /trash/companies-c1/restore',
      refusing(409, 'restore_taken', { body: { params: { name: 'Acme' } } }),
    )
    await dialog.findByText(/in the trash for 30 days/)
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(
      await screen.findByText(/“Acme” cannot be restored: another record has taken its place/),
    ).toBeVisible()
  })

  it('offers no Undo for a permanently deleted record', async () => {
    const { dialog, user } = await open({ trashDays: 0, uses: [] })
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Company deleted')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('restores a record with a delayed deletion with Undo', async () => {
    const opened = await openShow('medias', 'm1', { api: fakeApi({ medias: [mediaRow({})] }) })
    await chooseAction(opened.user, 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(opened.api.to('PATCH /medias/m1/restore')).toHaveLength(1))
  })
})

describe('the trash', () => {
  it('links to the deleted records that other lists keep, with their number', async () => {
    const deleted = userRow({ status: 'deleted', deletedAt: '2026-01-01T00:00:00.000Z' })
    const api = fakeApi({
      medias: [mediaRow({ status: 'deletable' }), mediaRow({ uid: 'm2' })],
      users: [deleted],
    })
    const { user } = await openList('trash', '', { api })
    await user.click(await screen.findByRole('button', { name: 'Other deleted records' }))
    const menu = within(await screen.findByRole('menu'))
    expect(await menu.findByRole('menuitem', { name: 'Medias – To be deleted (1)' })).toHaveAttribute(
      'href',
      '/medias#deletable',
    )
    expect(menu.getByRole('menuitem', { name: 'Users – Deleted (1)' })).toHaveAttribute(
      'href',
      '/user#deleted',
    )
    expect(menu.getByRole('menuitem', { name: /^Environments – To be deleted/ })).toBeVisible()
  })
})
