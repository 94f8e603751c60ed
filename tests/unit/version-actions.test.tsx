import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { chooseAction, openActions } from '../support/panel/list-controls'
import { ada, answerRecord, versionRow } from '../support/panel/nested-rows'
import { openShow, type ScreenOptions } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const version = '/environments/e1/versions/v1'
const people = [userRow({ uid: 'u2', firstname: 'Grace', lastname: 'Hopper' })]

const openVersion = (row: Row = {}, options: ScreenOptions = {}) => {
  const api = answerRecord(fakeApi({ users: people }), version, versionRow(row))
  api.answering(`GET ${version}/tree`, refusing(404, 'not_found'))
  return openShow('versions', '', { api, at: '/environments/e1/versions/v1/tree#details', ...options })
}

const press = async ({ user }: Awaited<ReturnType<typeof openVersion>>, name: string) =>
  chooseAction(user, name)

const open = vi.fn()
beforeEach(() => {
  open.mockReset()
  vi.stubGlobal('open', open)
  return () => vi.unstubAllGlobals()
})

describe('the access list of a version', () => {
  it('saves an access list chosen among users of the version’s company, with its base version', async () => {
    const opened = await openVersion()
    // The server filters users by keywords; this response does not.
    opened.api.answering('GET /users', () => ({ results: people, meta: { count: 1 } }))
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog', { name: 'Access list of Harbour, revision 3' }))
    await opened.user.type(dialog.getByRole('combobox', { name: 'Access list' }), 'gra')
    await opened.user.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(opened.api.to(`PATCH ${version}`)).toHaveLength(1))
    expect(opened.api.to(`PATCH ${version}`)[0]?.json).toEqual({
      accessList: [{ ref: ada.ref }, { ref: 'users/u2' }],
      updatedAt: '2024-02-01T09:00:00Z',
    })
    expect(await screen.findByText('Access list saved')).toBeVisible()
    const asked = opened.api.to('GET /users').at(-1)?.search.get('q')
    expect(JSON.parse(asked ?? '{}')).toMatchObject({ company: 'companies/own' })
  })

  it('requires an access list of a version that is not empty', async () => {
    const opened = await openVersion({ accessList: [] })
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    expect(opened.api.to(`PATCH ${version}`)).toEqual([])
  })

  it('accepts access groups of the company in place of an access list', async () => {
    const opened = await openVersion({ accessList: [] })
    const rows = [{ uid: 'g1', name: 'Guides', company: ownCompany }]
    opened.api.answering(`GET /${ownCompany.ref}/groups`, () => ({ results: rows, meta: { count: 1 } }))
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    expect(dialog.getByText('Whoever joins a group later has access as well.')).toBeVisible()
    await opened.user.type(dialog.getByRole('combobox', { name: 'Access groups' }), 'gui')
    await opened.user.click(await screen.findByRole('option', { name: 'Guides' }))
    await waitFor(() => expect(dialog.queryByText('Required')).toBeNull())
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(opened.api.to(`PATCH ${version}`)).toHaveLength(1))
    expect(opened.api.to(`PATCH ${version}`)[0]?.json).toEqual({
      accessGroups: [{ ref: `${ownCompany.ref}/groups/g1` }],
      updatedAt: '2024-02-01T09:00:00Z',
    })
  })

  it('requires people before the last access group can be removed', async () => {
    const guides = { ref: `${ownCompany.ref}/groups/g1`, label: 'Guides' }
    const opened = await openVersion({ accessList: [], accessGroups: [guides] })
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('combobox', { name: 'Access groups' }))
    await opened.user.keyboard('{Backspace}')
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    expect(opened.api.to(`PATCH ${version}`)).toEqual([])
  })

  it('shows a validation error of the server and keeps the access list dialog open', async () => {
    const opened = await openVersion()
    opened.api.answering(
      `PATCH ${version}`,
      refusing(422, 'validation', { fields: { accessList: 'other_company' } }),
    )
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Some of these belong to another company')).toBeVisible()
  })

  it('reloads the version when the access list was changed by someone else in the meantime', async () => {
    const opened = await openVersion()
    opened.api.answering(`PATCH ${version}`, refusing(409, 'stale'))
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    const alert = within(await dialog.findByRole('alert'))
    await opened.user.click(alert.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('shows people and groups with access as links for users who may open them', async () => {
  const guides = { ref: `${ownCompany.ref}/groups/g1`, label: 'Guides' }
  await openVersion({ accessGroups: [guides] })
  expect(await screen.findByRole('link', { name: 'Guides' })).toHaveAttribute(
    'href',
    expect.stringContaining('group/modify/g1'),
  )
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/user/show/u1')
})

describe('the log of a version', () => {
  it('shows the log of a version in a read-only text field of forty lines', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET ${version}/log`, () => ({ log: 'one\ntwo', createdAt: '2024-07-15T22:30:00Z' }))
    await press(opened, 'Log')
    const text = await screen.findByRole('textbox', { name: 'Log' })
    expect(text).toHaveValue('one\ntwo')
    expect(text).toHaveAttribute('readonly')
    expect(text).toHaveAttribute('rows', '40')
    expect(screen.getByText('Written 16 Jul 2024, 00:30')).toBeVisible()
  })

  it('copies the log, or selects it when the browser denies access to the clipboard', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET ${version}/log`, () => ({ log: 'one\ntwo', createdAt: '2024-07-15T22:30:00Z' }))
    await press(opened, 'Log')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Log' })
    await opened.user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('one\ntwo')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('NotAllowedError'))
    await opened.user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/select the text by hand/)).toBeVisible()
    expect(text).toHaveFocus()
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, 7])
  })

  it('shows that a version has no log yet, without a copy button', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET ${version}/log`, refusing(404, 'not_found'))
    await press(opened, 'Log')
    expect(await screen.findByText('There is no log yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  })
})

describe('the file of a version', () => {
  it('opens the file of a version in a new window', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, () => ({ url: '/parse/blob/f1' }))
    await press(opened, 'Download the file')
    await waitFor(() => expect(open).toHaveBeenCalledWith('/parse/blob/f1', '_blank', 'noopener'))
  })

  it('logs a missing file of a version to the console only', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue()
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, refusing(404, 'not_found'))
    await press(opened, 'Download the file')
    await waitFor(() => expect(debug).toHaveBeenCalled())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(open).not.toHaveBeenCalled()
  })

  it('shows why the file of a version cannot be downloaded', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, refusing(403, 'forbidden'))
    await press(opened, 'Download the file')
    expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
  })

  it('offers the file of a version to root only and disables it until the version is ready', async () => {
    const pending = await openVersion({ status: 'pending' })
    const refused = await openActions(pending.user)
    expect(await refused.findByRole('menuitem', { name: /^Download the file/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    pending.unmount()
    const { user } = await openVersion({}, { role: 'admin' })
    const menu = await openActions(user)
    await menu.findByRole('menuitem', { name: 'Log' })
    expect(menu.queryByRole('menuitem', { name: /^Download the file/ })).toBeNull()
  })
})
