import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { InviteUser } from '~/src/features/invitations/invite-user'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { chooseAction, openActions, openRowMenu } from '../support/panel/list-controls'
import { openList, openShow, renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const INVITE = 'POST /user-invite'

const world = (...users: Row[]) => {
  const api = fakeApi({ users, companies: [companyRow()] })
  api.answering(INVITE, () => ({ uid: 'new' }))
  return api
}

const pending = userRow({ status: 'pending', firstname: null, lastname: null })

describe('the actions of a user', () => {
  it('links to resetting a user’s password', async () => {
    const { user } = await openShow('users', 'u1', { api: world(userRow()) })
    const menu = await openActions(user)
    expect(await menu.findByRole('menuitem', { name: 'Reset password' })).toHaveAttribute(
      'href',
      '/pw-email?id=u1',
    )
    expect(menu.queryByRole('menuitem', { name: 'Resend the invitation' })).toBeNull()
  })

  it('disables resetting the password of a user with a higher role, with the reason', async () => {
    const { user } = await openList('users', '', { role: 'admin', api: world(userRow({ role: 'partner' })) })
    const menu = await openRowMenu(user, 'Grace Hopper')
    const reset = await menu.findByRole('menuitem', { name: /^Reset password/ })
    expect(reset).toHaveAttribute('aria-disabled', 'true')
    expect(reset).toHaveTextContent('This user has a higher role than yours')
  })

  it('hides the password reset for a deleted user', async () => {
    const { user } = await openShow('users', 'u1', { api: world(userRow({ status: 'deleted' })) })
    const menu = await openActions(user)
    expect(menu.queryByRole('menuitem', { name: 'Reset password' })).toBeNull()
  })

  it('resends an invitation with the user’s e-mail, language, company and role', async () => {
    const { api, user } = await openShow('users', 'u1', { api: world(pending) })
    await chooseAction(user, 'Resend the invitation')
    expect(await screen.findByText('Invite email was successfully resent')).toBeVisible()
    expect(api.to(INVITE)[0]?.json).toEqual({
      origin: 'invitation',
      email: 'grace@demo.example',
      lang: 'en',
      company: { ref: ownCompany.ref },
      role: 'editor',
    })
  })

  it.each([
    ['waiting', 'The mail server is not responding'],
    ['outbox', 'No mail server is set up'],
  ])('reports an invitation e-mail that is not delivered yet: %s', async (mailed, text) => {
    const api = world(pending)
    api.answering(INVITE, () => ({ uid: 'u1', mailed }))
    const { user } = await openShow('users', 'u1', { api })
    await chooseAction(user, 'Resend the invitation')
    expect(
      await screen.findByText(new RegExp(`^${text}.* Invite email was successfully resent$`)),
    ).toBeVisible()
  })

  it('shows why an invitation could not be resent', async () => {
    const api = world(pending)
    api.answering(INVITE, refusing(503, 'unavailable'))
    const { user } = await openShow('users', 'u1', { api })
    await chooseAction(user, 'Resend the invitation')
    expect(
      await screen.findByText(/^Invitation email resent failed: The service is not available/),
    ).toBeVisible()
  })

  it.each([
    [pending, 'Unable to delete invited user: You are not allowed to do this.'],
    [userRow(), 'You are not allowed to do this.'],
  ])('shows why a user could not be deleted', async (row, text) => {
    const api = world(row)
    api.answering('DELETE /users/u1', refusing(403, 'forbidden'))
    const { user } = await openShow('users', 'u1', { api })
    await chooseAction(user, 'Delete')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(text)
  })
})

describe('the list of users', () => {
  it('links to the invitation page in the list of users', async () => {
    await openList('users', '', { api: world() })
    expect(await screen.findByRole('link', { name: 'Invite a user by e-mail' })).toHaveAttribute(
      'href',
      '/user/invite',
    )
  })

  it('disables the invite button of the list of users and explains where users are invited', async () => {
    const { user } = await openList('users', '', { api: world() })
    const invite = await screen.findByRole('button', { name: 'Invite' })
    expect(invite).toHaveAttribute('aria-disabled', 'true')
    await user.hover(invite)
    expect(await screen.findByText('Users are invited at /user/invite')).toBeVisible()
  })
})

describe('inviting a user', () => {
  const open = (options: ScreenOptions = {}) =>
    renderScreen(<InviteUser />, { path: '/user/invite', api: world(), ...options })

  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await user.type(await screen.findByRole('textbox', { name: /^E-mail/ }), 'new@demo.example')
    await user.click(screen.getByRole('combobox', { name: /^Role/ }))
    await user.click(await screen.findByRole('option', { name: 'Editor' }))
    await user.click(screen.getByRole('button', { name: 'Invite' }))
  }

  it('sends an invitation and opens the list of invited users', async () => {
    const opened = await open()
    await fill(opened)
    expect(await screen.findByText('new@demo.example is invited. The e-mail is on its way.')).toBeVisible()
    expect(opened.address()).toBe('/user#invited')
    expect(opened.api.to(INVITE)[0]?.json).toEqual({
      origin: 'invitation',
      email: 'new@demo.example',
      lang: 'en',
      company: { ref: ownCompany.ref },
      role: 'editor',
      groups: [],
    })
  })

  it('the form of an invitation has no headings of the form of a user, whose sections begin with other fields', async () => {
    await open()
    await screen.findByRole('textbox', { name: /^E-mail/ })
    expect(screen.queryByText('Options')).toBeNull()
    expect(screen.queryByText('Role and company')).toBeNull()
  })

  it('requires e-mail, language, company and role of an invitation, but no groups', async () => {
    const { api, user } = await open({ me: { company: null } })
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const summary = await screen.findByText('Please correct the errors in the following fields:')
    expect(summary.parentElement?.textContent).toMatch(/E-mail, Role, Company|E-mail, Company, Role/)
    expect(summary.parentElement?.textContent).not.toContain('Groups')
    expect(api.to(INVITE)).toEqual([])
    // Without a company, no groups are requested.
    expect(api.calls.filter(({ path }) => path.endsWith('/groups'))).toEqual([])
  })

  it('offers an administrator the own company and roles up to the own one', async () => {
    const { user } = await open({ role: 'admin' })
    expect(await screen.findByRole('combobox', { name: /^Company/ })).toBeDisabled()
    await user.click(screen.getByRole('combobox', { name: /^Role/ }))
    const offered = (await screen.findAllByRole('option')).map(option => option.textContent)
    expect(offered.filter(Boolean)).toEqual(['Viewer', 'Editor', 'Manager', 'Administrator'])
  })

  it.each([
    [{ total: 40, purchased: 40, active: 3, maxActive: 5 }, [/^Own company: 0 user seats left, 2 needed/]],
    [{ total: 12, purchased: 40, active: 4, maxActive: 5 }, [/^Own company: 1 active seat left, 2 needed/]],
    [{ total: 12, purchased: 40, active: 3, maxActive: 5 }, []],
  ])('warns of missing seats for one pending invitation and the quota %j', async (users, warnings) => {
    const api = fakeApi({ users: [pending, userRow({ uid: 'u2' })], companies: [companyRow({ users })] })
    await open({ api, role: 'admin' })
    await waitFor(() => expect(api.to('GET /users').length).toBeGreaterThan(0))
    for (const warning of warnings) expect(await screen.findByText(warning)).toBeVisible()
    expect(screen.queryAllByText(/cannot finish signing up \(OB5\). Ask for a purchase/)).toHaveLength(
      warnings.length,
    )
  })

  it('offers root the form that adds seats', async () => {
    const users = { total: 40, purchased: 40, active: 3, maxActive: 5 }
    await open({ api: fakeApi({ companies: [companyRow({ users })] }) })
    expect(await screen.findByRole('link', { name: 'Add seats' })).toHaveAttribute(
      'href',
      '/company/companies.own/purchase/create',
    )
  })

  it('shows at the e-mail field that a user already exists', async () => {
    const opened = await open()
    opened.api.answering(INVITE, refusing(409, 'user_exists', { fields: { email: 'taken' } }))
    await fill(opened)
    expect(await screen.findByText('User already exists. Please verify the email address.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^E-mail/ })).toBeInvalid()
    expect(opened.address()).toBe('/user/invite')
  })

  it('shows why an invitation failed and keeps the form’s values', async () => {
    const opened = await open()
    opened.api.answering(INVITE, refusing(503, 'unavailable'))
    await fill(opened)
    const alert = await screen.findByText(/^The user could not be invited\. The service is not available/)
    expect(alert).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /^E-mail/ })).toHaveValue('new@demo.example'),
    )
  })

  it('denies the invitation page to roles that cannot create users', async () => {
    await open({ role: 'editor' })
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})
