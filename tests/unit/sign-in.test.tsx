import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { SignIn } from '~/src/auth/sign-in/sign-in'

type Answer = () => Promise<void>

const open = (answer: Answer = async () => undefined, thirdPartySignIn = false) => {
  const spies = { signIn: vi.fn(answer), onFirstInput: vi.fn(), onSignedIn: vi.fn() }
  const config = async () => ({ thirdPartySignIn })
  const backend = { signIn: spies.signIn, signInWithThirdParty: vi.fn(async () => undefined), config }
  render(<SignIn backend={backend} reason={null} {...spies} />)
  return spies
}

const refuse = (error: BackendError) => () => Promise.reject(error)

const fill = async () => {
  await userEvent.type(screen.getByLabelText('E-mail'), ' ada@demo.example ')
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
}

describe('the sign-in page', () => {
  it('focuses the e-mail field and supports password managers', () => {
    open()
    expect(screen.getByLabelText('E-mail')).toHaveFocus()
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('autocomplete', 'username')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
  })

  it('signs in with the typed values, the e-mail trimmed', async () => {
    const { signIn, onSignedIn } = open()
    await fill()
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ email: 'ada@demo.example', password: 'secret' })
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('prefetches the panel once, at the first input', async () => {
    const { onFirstInput } = open()
    expect(onFirstInput).not.toHaveBeenCalled()
    await fill()
    expect(onFirstInput).toHaveBeenCalledOnce()
  })

  it('reports missing input without a request to the server', async () => {
    const { signIn } = open()
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your e-mail.')
    expect(screen.getByLabelText('E-mail')).toBeInvalid()
    expect(signIn).not.toHaveBeenCalled()
  })

  it.each([
    ['User not found', new BackendError(404, '101', 'User not found')],
    ['User not found', new BackendError(404, 'user_not_found', 'User not found')],
    ['Wrong password', new BackendError(404, '101', 'Wrong password')],
    ['Wrong e-mail or password', new BackendError(404, '101', 'Invalid username/password.')],
    ['Too many attempts. Try again in 45 s.', new BackendError(429, 'x', '', { retryAfter: 45 })],
    ['Too many attempts. Try again in 4 min.', new BackendError(429, 'x', '', { retryAfter: 240 })],
    ['The server cannot be reached.', new BackendError(0, 'unreachable', 'Failed to fetch')],
    ['This account has no role yet.', new BackendError(403, 'no_role', '')],
    ['An error occurred.', new BackendError(500, 'server_error', '')],
  ])('shows “%s” when the sign-in fails', async (text, error) => {
    const { onSignedIn } = open(refuse(error))
    await fill()
    expect(await screen.findByText(text, { exact: false })).toHaveRole('alert')
    expect(onSignedIn).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })

  it('focuses the invalid field', async () => {
    open(refuse(new BackendError(404, '101', 'User not found')))
    await fill()
    await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveFocus())
    expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('User not found')
  })

  it('shows and hides the password', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  })

  it('offers third-party sign-in if the backend is configured for it', async () => {
    open(undefined, true)
    expect(await screen.findByRole('button', { name: 'Continue with your organisation' })).toBeVisible()
  })

  it('hides third-party sign-in otherwise', async () => {
    open(undefined, false)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(screen.queryByRole('button', { name: 'Continue with your organisation' })).toBeNull()
  })

  describe('in a browser that supports passkeys', () => {
    const at = (passkeyHost: string | undefined, answer: Answer = async () => undefined) => {
      vi.stubGlobal('PublicKeyCredential', class {})
      const spies = { onFirstInput: vi.fn(), onSignedIn: vi.fn() }
      const config = async () => ({ thirdPartySignIn: false, ...(passkeyHost && { passkeyHost }) })
      const backend = {
        signIn: vi.fn(),
        signInWithThirdParty: vi.fn(),
        signInWithPasskey: vi.fn(answer),
        config,
      }
      render(<SignIn backend={backend} reason={null} {...spies} />)
      return { ...spies, backend }
    }
    const button = () => screen.queryByRole('button', { name: 'Sign in with a passkey' })
    afterEach(() => vi.unstubAllGlobals())

    it('offers passkeys before the configuration has loaded, and signs in with one', async () => {
      const { onSignedIn } = at(location.hostname)
      expect(button()).toBeVisible()
      await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
      await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    })

    it.each([['admin.example'], [undefined]])(
      'removes the passkey button when passkeys are bound to %s',
      async host => {
        at(host)
        await waitFor(() => expect(button()).toBeNull())
      },
    )

    it.each([
      ['passkey_closed', ''],
      ['passkey_unknown', 'This passkey is not known here.'],
      ['passkey_impossible', 'This device cannot use passkeys here.'],
    ])('shows for the passkey error %s the text “%s”', async (code, text) => {
      const { onSignedIn } = at(location.hostname, () => Promise.reject(new BackendError(403, code, '')))
      await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
      const alerts = () =>
        screen
          .getAllByRole('alert')
          .map(each => each.textContent)
          .join('')
      await waitFor(() => expect(button()).toHaveAttribute('aria-disabled', 'false'))
      expect(alerts().startsWith(text)).toBe(true)
      expect(alerts() === '').toBe(text === '')
      expect(onSignedIn).not.toHaveBeenCalled()
    })
  })

  it('shows that the session has ended', () => {
    render(
      <SignIn
        backend={{
          signIn: vi.fn(),
          signInWithThirdParty: vi.fn(),
          config: async () => ({ thirdPartySignIn: false }),
        }}
        reason="ended"
        onFirstInput={vi.fn()}
        onSignedIn={vi.fn()}
      />,
    )
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended')
  })
})
