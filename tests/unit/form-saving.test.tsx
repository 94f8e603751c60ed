import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { openCreate, openEdit } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

type Opened = Awaited<ReturnType<typeof openCreate>>

const save = async ({ user }: Opened, name = 'Save') =>
  user.click(await screen.findByRole('button', { name }))
const oneUser = () => fakeApi({ users: [userRow({ offlineEnabled: false, notifications: false })] })

const retitle = async (opened: Opened, text: string) => {
  const name = await screen.findByLabelText(/^Name/)
  await opened.user.clear(name)
  if (text) await opened.user.type(name, text)
}

describe('mandatory fields', () => {
  it.each([
    [
      'en',
      'Save',
      'Please correct the errors in the following fields:',
      ['First name', 'Last name', 'E-mail', 'Password', 'Role'],
    ],
    [
      'fr',
      'Enregistrer',
      'Veuillez corriger les erreurs dans les champs suivants :',
      ['Prénom', 'Nom', 'E-mail', 'Mot de passe', 'Rôle'],
    ],
  ] as const)(
    'lists empty mandatory fields in %s, in the order of the form',
    async (language, button, text, names) => {
      const opened = await openCreate('users', { language })
      await screen.findByRole('combobox', { name: new RegExp(names[4]) })
      await screen.findByLabelText(/\(confirmation\)$/)
      await save(opened, button)
      const summary = (await screen.findByText(text)).parentElement ?? document.body
      expect(
        within(summary)
          .getAllByRole('button')
          .map(each => each.textContent),
      ).toEqual(names)
      expect(opened.api.to('POST /users')).toEqual([])
    },
  )

  it('a listed field focuses its input and leaves the list once filled', async () => {
    const opened = await openCreate('companies')
    await save(opened)
    await opened.user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Name' }))
    expect(screen.getByLabelText(/^Name/)).toHaveFocus()
    await opened.user.keyboard('Atlas')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('rejects blanks in a mandatory field', async () => {
    const opened = await openCreate('companies')
    await retitle(opened, '   ')
    await save(opened)
    expect(await screen.findByRole('alert')).toHaveTextContent('Name')
    expect(opened.api.to('POST /companies')).toEqual([])
  })

  it('the password is mandatory only on creation and is not sent when left empty', async () => {
    const opened = await openEdit('users', 'u1', { api: oneUser() })
    const first = await screen.findByLabelText(/^First name/)
    await opened.user.clear(first)
    await opened.user.type(first, 'Rear Admiral')
    expect(await screen.findByText('Leave empty to keep the current password.')).toBeVisible()
    await save(opened)
    await waitFor(() => expect(opened.api.to('PATCH /users/u1')).toHaveLength(1))
    const { updatedAt } = userRow()
    expect(opened.api.to('PATCH /users/u1')[0]?.json).toEqual({ firstname: 'Rear Admiral', updatedAt })
    await waitFor(() => expect(opened.address()).toBe('/user/show/u1'))
  })

  it('validates the format of an e-mail address', async () => {
    const opened = await openEdit('users', 'u1', { api: oneUser() })
    const email = await screen.findByLabelText(/^E-mail/)
    await opened.user.clear(email)
    await opened.user.type(email, 'grace at demo')
    await save(opened)
    expect(await screen.findByText('Must be an e-mail address')).toBeVisible()
    expect(opened.api.to('PATCH /users/u1')).toEqual([])
  })
})

describe('server errors in a form', () => {
  it('shows the server’s error on its field', async () => {
    const api = oneUser()
    api.answering('PATCH /users/u1', refusing(409, 'user_exists', { fields: { email: 'taken' } }))
    const opened = await openEdit('users', 'u1', { api })
    const email = await screen.findByLabelText(/^E-mail/)
    await opened.user.type(email, '.com')
    await save(opened)
    expect(await screen.findByText('User already exists. Please verify the email address.')).toBeVisible()
    expect(email).toBeInvalid()
    expect(email).toHaveAccessibleDescription('User already exists. Please verify the email address.')
    expect(screen.getByLabelText(/^First name/)).toBeValid()
  })

  it.each([
    ['en', 'Save', 'Server Error: An unexpected error occurred on the server. (server_error)'],
    ['fr', 'Enregistrer', 'Erreur du serveur : Le serveur a rencontré une erreur inattendue. (server_error)'],
  ] as const)(
    'shows a server error without a field in a banner, in %s, and keeps the typed values',
    async (language, button, text) => {
      const api = fakeApi({ companies: [companyRow()] })
      api.answering('PATCH /companies/own', refusing(500, 'server_error'))
      const opened = await openEdit('companies', 'own', { api, language })
      const name = await screen.findByLabelText(/^(Name|Nom)/)
      await opened.user.type(name, ' & Sons')
      await save(opened, button)
      expect(await screen.findByRole('alert')).toHaveTextContent(text)
      expect(name).toHaveValue('Own company & Sons')
      api.answering('PATCH /companies/own', () => companyRow({ name: 'Own company & Sons' }))
      await save(opened, button)
      await waitFor(() => expect(opened.address()).toBe('/company/show/own'))
    },
  )

  it('shows no form to a user who may not change the record', async () => {
    const api = fakeApi({ users: [userRow({ role: 'root' })] })
    await openEdit('users', 'u1', { role: 'partner', api })
    expect(await screen.findByRole('alert')).toHaveTextContent('Access denied')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows that the record could not be loaded', async () => {
    await openEdit('companies', 'gone')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent("Couldn't get company data")
    expect(alert).toHaveTextContent('This record does not exist, or you do not have access to it.')
  })
})
