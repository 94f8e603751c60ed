import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '~/model/languages'
import { Profile } from '~/src/features/profile/profile'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

vi.mock('~/src/api/current-user', () => ({ refreshCurrentUser: vi.fn(async () => undefined) }))

const left = vi.fn()
beforeEach(() => {
  left.mockClear()
  const { href, origin } = location
  vi.stubGlobal('location', { href, origin, pathname: '/', search: '', hash: '', assign: left })
  return () => vi.unstubAllGlobals()
})

const openProfile = async (language: Language = 'en') => {
  const api = fakeApi({ users: [{ uid: 'me' }] })
  const opened = await renderScreen(<Profile />, { api, language, role: 'viewer' })
  const section = async (name: string) => within(await screen.findByRole('region', { name }))
  return { ...opened, section, sent: () => api.to('PATCH /users/me').at(-1)?.json }
}

describe('the identity section of the profile', () => {
  it('shows the user’s e-mail as read-only and who can change it', async () => {
    const { section } = await openProfile()
    const email = await (await section('Identity')).findByLabelText('E-mail')
    expect(email).toHaveValue('ada@demo.example')
    expect(email).toHaveAttribute('readonly')
    expect(email).toHaveAccessibleDescription('Your e-mail can only be changed by an administrator.')
  })

  it('switches the language of the panel immediately', async () => {
    const { section, user, sent } = await openProfile()
    const identity = await section('Identity')
    await user.click(await identity.findByRole('combobox', { name: /Language/ }))
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual([
      'English',
      'Français',
      'Español',
    ])
    await user.click(screen.getByRole('option', { name: 'Français' }))
    await user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
    expect(document.documentElement.lang).toBe('fr')
    expect(sent()).toEqual({ firstname: 'Ada', lastname: 'Lovelace', lang: 'fr' })
  })

  it('keeps a draft of the profile over a reload until it is saved', async () => {
    const key = 'vecto.draft.me.users.identity'
    const first = await openProfile()
    const typed = await (await first.section('Identity')).findByLabelText(/^First name/)
    await first.user.type(typed, ' Augusta')
    await waitFor(() => expect(sessionStorage.getItem(key)).toBe('{"firstname":"Ada Augusta"}'))
    first.unmount()
    const { section, user, sent } = await openProfile()
    const identity = await section('Identity')
    await user.click(await identity.findByRole('button', { name: 'Restore them' }))
    expect(identity.getByLabelText(/^First name/)).toHaveValue('Ada Augusta')
    await user.click(identity.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toMatchObject({ firstname: 'Ada Augusta' }))
    await waitFor(() => expect(sessionStorage.getItem(key)).toBeNull())
    // The saved values leave no draft after the debounce; later input creates one again.
    await new Promise(done => setTimeout(done, 700))
    expect(sessionStorage.getItem(key)).toBeNull()
    await user.type(identity.getByLabelText(/^Last name/), '!')
    await waitFor(() => expect(sessionStorage.getItem(key)).toContain('Lovelace!'))
  })

  it('requires both names in the profile', async () => {
    const { section, user, sent } = await openProfile()
    const identity = await section('Identity')
    await user.clear(await identity.findByLabelText(/^First name/))
    await user.click(identity.getByRole('button', { name: 'Save' }))
    expect(await identity.findByRole('alert')).toHaveTextContent('First name')
    expect(sent()).toBeUndefined()
  })
})

describe('the password section of the profile', () => {
  const change = async (opened: Awaited<ReturnType<typeof openProfile>>) => {
    const form = await opened.section('Password')
    await opened.user.type(await form.findByLabelText(/^Current password/), 'before1')
    await opened.user.type(form.getByLabelText(/^New password \*?$/), 'after12')
    await opened.user.type(form.getByLabelText('New password (confirmation)'), 'after12')
    await opened.user.click(form.getByRole('button', { name: 'Change the password' }))
    return form
  }

  it('changes the password with the current one and clears the form', async () => {
    const opened = await openProfile()
    const form = await change(opened)
    expect(await screen.findByText(/^Your password is changed\./)).toBeVisible()
    expect(opened.sent()).toEqual({ password: 'after12', oldPassword: 'before1' })
    await waitFor(() => expect(form.getByLabelText(/^Current password/)).toHaveValue(''))
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('after12')
  })

  it('shows a wrong current password as an error of its field', async () => {
    const opened = await openProfile()
    const refusal = refusing(422, 'validation', { fields: { oldPassword: 'wrong_old_password' } })
    opened.api.answering('PATCH /users/me', refusal)
    const form = await change(opened)
    expect(await form.findByText('The current password is wrong')).toBeVisible()
    expect(form.getByLabelText(/^Current password/)).toBeInvalid()
    expect(form.getByLabelText(/^New password \*?$/)).toHaveValue('after12')
  })
})

describe('browser storage in the profile', () => {
  beforeEach(() => {
    sessionStorage.setItem('mine', 's')
    localStorage.setItem('mine', 'l')
  })

  it.each([
    ['Clear session storage', [null, 'l']],
    ['Clear local storage', ['s', null]],
  ] as const)('clears storage with “%s” after confirmation and opens the home page', async (name, kept) => {
    const { user } = await openProfile()
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    expect([sessionStorage.getItem('mine'), localStorage.getItem('mine')]).toEqual(['s', 'l'])
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect([sessionStorage.getItem('mine'), localStorage.getItem('mine')]).toEqual(kept)
    expect(left).toHaveBeenCalledExactlyOnceWith('/')
  })

  it('keeps local storage when clearing is cancelled', async () => {
    const { user } = await openProfile()
    await user.click(await screen.findByRole('button', { name: 'Clear local storage' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(localStorage.getItem('mine')).toBe('l')
    expect(left).not.toHaveBeenCalled()
  })
})

describe('maintenance tools in the profile', () => {
  it.each([
    ['root', 1],
    ['admin', 0],
  ] as const)('shows %s the maintenance tools %i times', async (role, times) => {
    await renderScreen(<Profile />, { role, api: fakeApi({ users: [{ uid: 'me' }] }) })
    await screen.findByRole('region', { name: 'This browser' })
    expect(screen.queryAllByRole('region', { name: 'Maintenance tools' })).toHaveLength(times)
  })
})
