import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { leave } from '~/src/api/session'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openCreate, openEdit } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'

freshBrowser()

const key = 'vecto.draft.me.users.create'
const draft = () => JSON.parse(sessionStorage.getItem(key) ?? 'null')
const offer = 'You have unsaved changes from an earlier visit.'

const typeName = async ({ user }: Awaited<ReturnType<typeof openCreate>>, text = 'Grace') =>
  user.type(await screen.findByLabelText(/^First name/), text)

describe('draft of a form', () => {
  it('stores typed values as a draft, without the password', async () => {
    const opened = await openCreate('users')
    await typeName(opened)
    await screen.findByLabelText('Password (confirmation)')
    const password = document.querySelector('input[name=password]')
    await opened.user.type(password ?? document.body, 'secret1')
    await waitFor(() => expect(draft()).toEqual({ firstname: 'Grace' }))
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret1')
  })

  it('offers the draft on return and restores it on request', async () => {
    const first = await openCreate('users')
    await typeName(first)
    await waitFor(() => expect(draft()).toEqual({ firstname: 'Grace' }))
    first.unmount()
    const { user } = await openCreate('users')
    expect(await screen.findByText(offer)).toBeVisible()
    expect(screen.getByLabelText(/^First name/)).toHaveValue('')
    await user.click(screen.getByRole('button', { name: 'Restore them' }))
    expect(screen.getByLabelText(/^First name/)).toHaveValue('Grace')
    expect(screen.queryByText(offer)).toBeNull()
  })

  it('discarding a draft removes it', async () => {
    sessionStorage.setItem(key, JSON.stringify({ firstname: 'Grace' }))
    const { user } = await openCreate('users')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(draft()).toBeNull()
    expect(screen.getByLabelText(/^First name/)).toHaveValue('')
  })

  it('a draft is offered neither to another user nor for another record', async () => {
    sessionStorage.setItem(key, JSON.stringify({ firstname: 'Grace' }))
    const other = await openCreate('users', { me: { uid: 'other' } })
    await screen.findByLabelText(/^First name/)
    expect(screen.queryByText(offer)).toBeNull()
    other.unmount()
    await openEdit('users', 'u1', { api: fakeApi({ users: [userRow()] }) })
    await screen.findByLabelText(/^First name/)
    expect(screen.queryByText(offer)).toBeNull()
  })

  it('removes the draft once the record is saved', async () => {
    const editKey = 'vecto.draft.me.users.u1'
    const opened = await openEdit('users', 'u1', { api: fakeApi({ users: [userRow()] }) })
    await typeName(opened, '!')
    await waitFor(() => expect(sessionStorage.getItem(editKey)).toContain('Grace!'))
    await opened.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(opened.address()).toBe('/user/show/u1'))
    expect(sessionStorage.getItem(editKey)).toBeNull()
  })
})

describe('session that ends while the user types', () => {
  const replace = vi.fn()
  beforeEach(() => {
    replace.mockReset()
    vi.stubGlobal('location', { ...location, href: location.href, replace })
    return () => vi.unstubAllGlobals()
  })
  // The page leaves only once: other test files of this worker get fresh modules.
  afterAll(() => void vi.resetModules())

  it('stores the draft before the page is left when the session ends', async () => {
    const opened = await openCreate('users')
    const field = await screen.findByLabelText(/^First name/)
    await typeName(opened)
    await opened.user.type(field, ' Hopper')
    leave({ reason: 'ended', back: true })
    expect(replace).toHaveBeenCalledOnce()
    expect(draft()).toEqual({ firstname: 'Grace Hopper' })
  })
})

describe('leaving a form', () => {
  it('requires confirmation when a form has changes, and stays when the user cancels', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    const opened = await openCreate('users')
    await typeName(opened)
    await opened.user.click(screen.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(confirm.mock.calls.length + screen.queryAllByRole('dialog').length).toBe(1))
    const dialog = screen.queryByRole('dialog')
    if (dialog) await opened.user.click(within(dialog).getByRole('button', { name: /cancel/i }))
    expect(opened.address()).toBe('/user/create')
    expect(screen.getByLabelText(/^First name/)).toHaveValue('Grace')
    confirm.mockRestore()
  })

  it('leaves a form without changes without confirmation', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
    const { user, address } = await openCreate('users')
    await user.click(await screen.findByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(address()).toBe('/user'))
    expect(confirm).not.toHaveBeenCalled()
    confirm.mockRestore()
  })
})
