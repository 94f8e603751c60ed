import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Gate } from '~/src/app/gate'

const opening = vi.hoisted(() => ({ openApp: vi.fn(), preloadApp: vi.fn(), preloadWhenIdle: vi.fn() }))
const backend = vi.hoisted(() => ({
  signIn: vi.fn(async () => undefined),
  signOut: vi.fn(async () => undefined),
  config: async () => ({ thirdPartySignIn: false }),
}))
vi.mock('~/src/app/open-app', () => opening)
vi.mock('~/src/api/chosen-backend', () => ({ backend }))

const Panel = () => <p>The panel at {location.pathname + location.search + location.hash}</p>

beforeEach(() => {
  vi.clearAllMocks()
  opening.openApp.mockResolvedValue(Panel)
  history.replaceState(null, '', '/signin')
})

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('E-mail'), 'ada@demo.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret1{Enter}')
}

describe('gate without a session', () => {
  it('shows the sign-in page and does not load the panel', async () => {
    render(<Gate signedIn={false} reason={null} />)
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(opening.openApp).not.toHaveBeenCalled()
  })

  it.each([
    ['/signin?redirect=%2Fuser%3Fx%3D1%23invited', '/user?x=1#invited'],
    ['/signin?redirect=https%3A%2F%2Fevil.example', '/home'],
    ['/signin', '/home'],
  ])('sign-in at %s redirects to %s', async (address, target) => {
    history.replaceState(null, '', address)
    render(<Gate signedIn={false} reason={null} />)
    await signIn()
    expect(await screen.findByText(`The panel at ${target}`)).toBeVisible()
    expect(opening.preloadApp).toHaveBeenCalled()
  })

  it('shows why the user has to sign in again', () => {
    render(<Gate signedIn={false} reason="ended" />)
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended.')
  })
})

describe('gate with a session', () => {
  it('shows the loading state, then the panel, and never the sign-in page', async () => {
    render(<Gate signedIn reason={null} />)
    expect(screen.getByRole('main', { busy: true })).toHaveAccessibleName('Loading…')
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(await screen.findByText(/^The panel at/)).toBeVisible()
  })

  it('shows that the panel could not be loaded and retries', async () => {
    opening.openApp.mockRejectedValueOnce(new Error('no line'))
    render(<Gate signedIn reason={null} />)
    expect(await screen.findByRole('alert')).toHaveTextContent('The panel could not be opened')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^The panel at/)).toBeVisible()
    await waitFor(() => expect(opening.openApp).toHaveBeenCalledTimes(2))
  })
})
