import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { settledAddress, signedOutPageAt } from '~/src/app/address'
import { linkIn, Onboarding } from '~/src/auth/onboarding/onboarding'
import { browserLanguage } from '~/src/ui/language-files'

const links = vi.hoisted(() => ({ read: vi.fn(), complete: vi.fn() }))
vi.mock('~/src/api/chosen-backend', () => ({ backend: { onboarding: async () => links } }))

const facts = { type: 'invite', email: 'ada@demo.example', lang: 'en', company: 'Analytical Engines' }
beforeEach(() => {
  vi.resetAllMocks()
  links.read.mockResolvedValue(facts)
  history.replaceState(null, '', '/onboarding/u1-key')
})

const open = async () => {
  const onEntered = vi.fn()
  render(<Onboarding signedIn={false} onFirstInput={vi.fn()} onEntered={onEntered} />)
  await screen.findByRole('heading', { level: 1 })
  return { onEntered, user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>
const fill = async (user: User) => {
  await user.type(screen.getByLabelText('First name'), ' Ada ')
  await user.type(screen.getByLabelText('Last name'), 'Lovelace')
  await user.type(screen.getByLabelText('Password'), ' secret ')
  await user.type(screen.getByLabelText('Password (confirmation)'), ' secret ')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Open my account' }))
}

describe('the page of an invitation', () => {
  it('accepts an invitation with trimmed names and the unchanged password, and enters the panel', async () => {
    links.complete.mockResolvedValue(true)
    const { user, onEntered } = await open()
    await fill(user)
    await waitFor(() => expect(onEntered).toHaveBeenCalledOnce())
    expect(links.complete).toHaveBeenCalledExactlyOnceWith(
      { type: 'invite', hash: 'u1-key' },
      { firstname: 'Ada', lastname: 'Lovelace', password: ' secret ', termsAgreement: 1 },
    )
  })

  it.each([
    [new BackendError(0, 'unreachable', ''), 'The server cannot be reached.'],
    [new BackendError(429, 'too_many_requests', '', { retryAfter: 130 }), 'Wait 3 min, then try again.'],
    [new BackendError(500, 'server_error', ''), 'An error occurred.'],
    [new BackendError(409, 'OB5', '', { body: { params: { reason: 'quota' } } }), '(OB5). The account could'],
    [
      new BackendError(422, 'OB6', '', { body: { params: { reason: 'too_long' } } }),
      'the password is too long',
    ],
  ])('keeps the form after an error that can be retried: %s', async (error, text) => {
    links.complete.mockRejectedValue(error)
    const { user, onEntered } = await open()
    await fill(user)
    expect(await screen.findByText(new RegExp(text.replace(/[().]/g, '\\$&'), 'i'))).toHaveRole('alert')
    expect(screen.getByLabelText('First name')).toHaveValue(' Ada ')
    expect(onEntered).not.toHaveBeenCalled()
  })

  it('reads the one-time link again after the server was unreachable', async () => {
    links.read.mockRejectedValueOnce(new BackendError(0, 'unreachable', ''))
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Analytical Engines')).toBeVisible()
  })

  it('an error ends with the correction of its field', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Open my account' }))
    expect(screen.getByText('Enter your first name.')).toHaveRole('alert')
    await user.type(screen.getByLabelText('Last name'), 'L')
    expect(screen.getByText('Enter your first name.')).toBeVisible()
    await user.type(screen.getByLabelText('First name'), 'A')
    expect(screen.queryByText('Enter your first name.')).toBeNull()
    expect(screen.getByLabelText('First name')).not.toHaveAttribute('aria-invalid')
  })

  it('requires the e-mail when the backend does not return it', async () => {
    links.read.mockResolvedValue({ type: 'invite' })
    links.complete.mockResolvedValue(true)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Open my account' }))
    expect(screen.getByText('Enter your e-mail.')).toHaveRole('alert')
    await user.type(screen.getByLabelText('E-mail'), 'ada@demo.example')
    await fill(user)
    expect(links.complete.mock.calls[0]?.[1]).toMatchObject({ email: 'ada@demo.example' })
  })
})

it('a password reset that creates no session confirms it and links to sign-in', async () => {
  history.replaceState(null, '', '/onboarding/reset/u1-key')
  links.read.mockResolvedValue({ ...facts, type: 'reset' })
  links.complete.mockResolvedValue(false)
  const { user, onEntered } = await open()
  await user.type(screen.getByLabelText('Password'), 'secret1')
  await user.type(screen.getByLabelText('Password (confirmation)'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Change my password' }))
  expect(await screen.findByRole('status')).toHaveTextContent('and with your second factor')
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/signin')
  expect(links.complete.mock.calls[0]?.[1]).toEqual({ password: 'secret1' })
  expect(onEntered).not.toHaveBeenCalled()
})

it('a password reset removes the account’s passkeys when the user chooses so', async () => {
  history.replaceState(null, '', '/onboarding/reset/u1-key')
  links.read.mockResolvedValue({ ...facts, type: 'reset', passkeys: 2, secondFactor: true })
  links.complete.mockResolvedValue(false)
  const { user } = await open()
  expect(screen.getByText(/Your second factor stays on/)).toBeVisible()
  const box = screen.getByRole('checkbox', { name: 'Also remove my passkeys (2)' })
  expect(box).not.toBeChecked()
  await user.click(box)
  await user.type(screen.getByLabelText('Password'), 'secret1')
  await user.type(screen.getByLabelText('Password (confirmation)'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Change my password' }))
  expect(links.complete.mock.calls[0]?.[1]).toEqual({ password: 'secret1', removePasskeys: true })
})

describe('URLs of signed-out pages', () => {
  it.each([
    ['/onboarding/u-k', 'invite', 'u-k'],
    ['/on-boarding/u-k/', 'invite', 'u-k'],
    ['/onboarding/reset/u-k', 'reset', 'u-k'],
    ['/on-boarding/group/u%2Dk', 'group', 'u-k'],
    ['/onboarding/%E0%A4%A', 'invite', '%E0%A4%A'],
    ['/onboarding', 'invite', ''],
    // Characters that programs append when they detect a URL in a text.
    ['/onboarding/reset/u-k%5D', 'reset', 'u-k'],
    ['/onboarding/u-k.', 'invite', 'u-k'],
    ['/onboarding/u-k%', 'invite', 'u-k'],
    ['/onboarding/group/u-k%3E%29,', 'group', 'u-k'],
    ['/onboarding/u-k_-”', 'invite', 'u-k_-'],
  ])('parses the one-time link %s as %s %s', (path, type, hash) => {
    expect(signedOutPageAt(path)).toBeDefined()
    expect(linkIn(path)).toEqual({ type, hash })
  })

  it('one-time links and the forgotten password page are open to all; other paths are not', () => {
    const origin = 'https://panel.example'
    for (const path of ['/pw-forget', '/onboarding/u-k', '/on-boarding/reset/u-k'])
      for (const signedIn of [true, false]) expect(settledAddress(path, signedIn, origin)).toBeNull()
    for (const path of ['/pw-forgetful', '/onboardings', '/home'])
      expect(signedOutPageAt(path)).toBeUndefined()
    expect(settledAddress('/signin?redirect=%2Fpw-forget', true, origin)).toBe('/home')
  })
})

it('uses the browser’s language if the panel supports it', () => {
  expect(browserLanguage(['fr-CA', 'en'])).toBe('fr')
  expect(browserLanguage(['de', 'es-MX', 'en'])).toBe('es')
  expect(browserLanguage(['de'])).toBe('en')
})
