import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ResetByEmail } from '~/src/features/users/password-reset/reset-by-email'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const RESET = 'POST /requestPasswordReset'

const open = async (api = fakeApi({ users: [userRow()], companies: [companyRow()] })) => {
  const opened = await renderScreen(<ResetByEmail />, { api, path: '/pw-email', at: '/pw-email?id=u1' })
  return { ...opened, api, field: await screen.findByLabelText(/^Confirm the e-mail/) }
}

describe('sending a password reset', () => {
  it('sends a password reset after the user’s e-mail was confirmed, and returns to the users', async () => {
    const { user, api, field, address } = await open()
    api.answering(RESET, () => ({}))
    await user.type(field, 'someone@else.example')
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    expect(await screen.findByText('This is not the e-mail of the user')).toBeVisible()
    expect(api.to(RESET)).toEqual([])
    await user.clear(field)
    await user.type(field, String(userRow().email).toUpperCase())
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    await waitFor(() => expect(api.to(RESET)[0]?.json).toEqual({ email: userRow().email }))
    expect(
      await screen.findByText(`Password reset email successfully sent to ${userRow().email}`),
    ).toBeVisible()
    await waitFor(() => expect(address()).toBe('/user'))
  })

  it('states that the e-mail waits in the outbox when no mail server is set up', async () => {
    const { user, api, field } = await open()
    api.answering(RESET, () => ({ mailed: 'outbox' }))
    await user.type(field, String(userRow().email))
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    expect(await screen.findByText(/^No mail server is set up.* successfully sent to /)).toBeVisible()
  })

  it('shows why a password reset could not be sent and stays on the page', async () => {
    const { user, api, field, address } = await open()
    api.answering(RESET, refusing(503, 'unavailable'))
    await user.type(field, String(userRow().email))
    await user.click(screen.getByRole('button', { name: 'Send email' }))
    expect(
      await screen.findByText(
        new RegExp(
          `Unable to send password reset email to '${userRow().email}': The service is not available`,
        ),
      ),
    ).toBeVisible()
    expect(address()).toBe('/pw-email?id=u1')
  })
})
