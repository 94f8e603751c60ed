import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openCreate, openEdit } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'

freshBrowser()

const saveShown = () => screen.findByRole('button', { name: 'Save' })
const box = (name: string) => screen.queryByRole('switch', { name })
const rolesOffered = async (user: Awaited<ReturnType<typeof openCreate>>['user']) => {
  await user.click(await screen.findByRole('combobox', { name: /^Role/ }))
  return (await screen.findAllByRole('option')).map(option => option.textContent?.trim()).filter(Boolean)
}

describe('user form', () => {
  it.each([
    ['root', ['Viewer', 'Editor', 'Manager', 'Administrator', 'Partner', 'Root']],
    ['partner', ['Viewer', 'Editor', 'Manager', 'Administrator', 'Partner']],
    ['admin', ['Viewer', 'Editor', 'Manager', 'Administrator']],
  ] as const)('offers %s the roles that they may assign', async (role, offered) => {
    const { user } = await openCreate('users', { role })
    expect(await rolesOffered(user)).toEqual(offered)
  })

  it('offers only roles that the server returns', async () => {
    const api = fakeApi()
    const known = [
      { key: 'viewer', label: 'V' },
      { key: 'guest', label: 'G' },
      { key: 'admin', label: 'A' },
    ]
    api.answering('GET /values/roles', () => ({ results: known, meta: { count: 3 } }))
    const { user } = await openCreate('users', { api })
    await waitFor(() => expect(api.to('GET /values/roles')).toHaveLength(1))
    expect(await rolesOffered(user)).toEqual(['Viewer', 'Administrator'])
  })

  it('a user cannot change their own role', async () => {
    const api = fakeApi({ users: [userRow({ uid: 'me', role: 'admin' })] })
    await openEdit('users', 'me', { role: 'admin', api })
    await saveShown()
    expect(await screen.findByText('Administrator')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: /^Role/ })).toBeNull()
  })

  it.each([
    ['root', true, true],
    ['partner', false, true],
    ['admin', false, false],
  ] as const)(
    'for %s the user form has notifications: %s, and an editable company: %s',
    async (role, notifies, chooses) => {
      await openCreate('users', { role })
      await saveShown()
      expect(box('Notifications') !== null).toBe(notifies)
      const company = screen.getByRole('combobox', { name: /^Company/ })
      await waitFor(() => expect(company).toHaveValue('Own company'))
      expect(company.matches(':disabled')).toBe(!chooses)
    },
  )

  it('a creation by an admin sends the admin’s company and the origin', async () => {
    const { api, user } = await openCreate('users', { role: 'admin' })
    await user.type(await screen.findByLabelText(/^First name/), 'Grace')
    await user.type(screen.getByLabelText(/^Last name/), 'Hopper')
    await user.type(screen.getByLabelText(/^E-mail/), 'grace@demo.example')
    await user.type(await screen.findByLabelText(/^Password \*?$/), 'secret1')
    await user.type(screen.getByLabelText('Password (confirmation)'), 'secret1')
    await rolesOffered(user)
    await user.click(screen.getByRole('option', { name: 'Editor' }))
    await user.click(await saveShown())
    await waitFor(() => expect(api.to('POST /users')).toHaveLength(1))
    expect(api.to('POST /users')[0]?.json).toMatchObject({
      email: 'grace@demo.example',
      role: 'editor',
      lang: 'en',
      status: 'active',
      company: { ref: 'companies/own' },
      origin: 'creation',
    })
    // The server rejects a body with a field that only root may write, even at its default.
    expect(api.to('POST /users')[0]?.json).not.toHaveProperty('notifications')
    expect(await screen.findByText('Another screen')).toBeVisible()
  })
})

it('the fields of the user form are in sections with an explanation, in the order of the definition', async () => {
  await openCreate('users', { role: 'root' })
  await saveShown()
  const sections = screen.getAllByRole('group').filter(group => group.querySelector('h2'))
  expect(sections.map(section => section.querySelector('h2')?.textContent)).toEqual([
    'Person',
    'Role and company',
    'Options',
  ])
  expect(within(sections[0] ?? document.body).getByLabelText(/^E-mail/)).toBeVisible()
  expect(within(sections[1] ?? document.body).getByRole('combobox', { name: /^Role/ })).toBeVisible()
  expect(within(sections[1] ?? document.body).queryByLabelText(/^E-mail/)).toBeNull()
})
