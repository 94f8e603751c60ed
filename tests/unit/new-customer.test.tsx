import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NewCustomerPage } from '~/src/features/customers/new-customer-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { openList, renderScreen } from '../support/panel/render-screen'

freshBrowser()

const made = {
  company: { uid: 'c1', name: 'Nova' },
  user: { uid: 'u1', email: 'first@nova.example' },
  link: 'https://panel.example/onboarding/u1-key',
  mailed: 'sent',
}

describe('the form of a new customer', () => {
  it('creates a customer by keyboard, shows errors at their inputs and the invitation link at the end', async () => {
    const api = fakeApi()
    api.answering('POST /customers', refusing(409, 'user_exists', { fields: { 'admin.email': 'taken' } }))
    const { user } = await renderScreen(<NewCustomerPage />, { api })
    const name = await screen.findByRole('textbox', { name: /Name of the company/ })
    name.focus()
    await user.keyboard('Nova{Tab}')
    await user.clear(screen.getByRole('spinbutton', { name: /User seats/ }))
    await user.keyboard('5{Tab}')
    await user.type(screen.getByRole('textbox', { name: /E-mail/ }), 'first@nova.example{Enter}')
    expect(await screen.findByRole('button', { name: 'E-mail' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: /E-mail/ })).toBeInvalid()
    api.answering('POST /customers', () => made)
    await user.click(screen.getByRole('button', { name: 'Create the customer' }))
    expect(await screen.findByRole('textbox', { name: 'Link of the invitation' })).toHaveValue(made.link)
    await waitFor(() => expect(screen.getByText(/Nova is created/).closest('[role=status]')).toHaveFocus())
    expect(api.to('POST /customers').at(-1)?.json).toEqual({
      company: { name: 'Nova' },
      purchases: { users: 5, maxActive: 1, minutes: 0 },
      admin: { email: 'first@nova.example', lang: 'en' },
    })
  })

  it('requires a name, an e-mail and a user seat of a new customer', async () => {
    const { user, api } = await renderScreen(<NewCustomerPage />)
    const seats = await screen.findByRole('spinbutton', { name: /User seats/ })
    await user.clear(seats)
    await user.type(seats, '0')
    await user.click(screen.getByRole('button', { name: 'Create the customer' }))
    for (const name of ['Name of the company', 'User seats', 'E-mail'])
      expect(await screen.findByRole('button', { name })).toBeVisible()
    expect(api.to('POST /customers')).toHaveLength(0)
  })

  it('offers the form of a new customer only to roles that may create each of its parts', async () => {
    const root = await openList('companies')
    expect(await screen.findByRole('link', { name: 'New customer' })).toBeVisible()
    root.unmount()
    const partner = await renderScreen(<NewCustomerPage />, { role: 'partner' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Create the customer' })).toBeNull())
    partner.unmount()
  })

  it.each([
    ['fr', 'Créer le client'],
    ['es', 'Crear el cliente'],
  ] as const)('labels the form of a new customer in %s', async (language, name) => {
    await renderScreen(<NewCustomerPage />, { language })
    expect(await screen.findByRole('button', { name })).toBeVisible()
  })
})
