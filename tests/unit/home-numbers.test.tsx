import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import { HomePage } from '~/src/features/home/home-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const listed = (results: readonly Row[]) => () => ({ results, meta: { count: results.length } })

const quotas = {
  ...{ companies: 1, users: 12, usersPurchased: 30, active: 10, activePurchased: 27 },
  ...{ secondsUsed: 24_000, secondsPurchased: 54_000 },
}

const world = (steps: readonly Row[] = [], rows: Record<string, Row[]> = {}) => {
  const api = fakeApi(rows)
  api.answering('GET /me/invitations', listed([]))
  api.answering('GET /me/attention', listed([]))
  api.answering('GET /me/checklist', listed(steps))
  api.answering('GET /usage/now', () => quotas)
  api.answering('GET /usage', listed([]))
  return api
}

const open = (api: ReturnType<typeof world>, role: Role = 'admin') =>
  renderScreen(<HomePage firstname="Ada" lang="en" hasSections />, {
    ...{ role, path: '/home', api, offers: ['usage', 'ownAccount'] as const },
  })

const section = async (name: string) => within(await screen.findByRole('region', { name }))

describe('numbers of the home page', () => {
  it('shows an administrator what is left of the minutes and seats, with a link to the company', async () => {
    await open(world())
    const numbers = await section('At a glance')
    expect(await numbers.findByText('500')).toBeVisible()
    expect(numbers.getByText('18')).toBeVisible()
    expect(numbers.getAllByText('of 30')).toHaveLength(1)
    expect(numbers.getByRole('link', { name: 'Minutes left' })).toHaveAttribute('href', '/mycompany')
    expect(numbers.queryByRole('link', { name: 'Add' })).toBeNull()
  })

  it('shows root the sum of all companies, and the form that adds minutes where none are left', async () => {
    const api = world()
    api.answering('GET /usage/now', () => ({ ...quotas, companies: 3, secondsUsed: 0, secondsPurchased: 0 }))
    await open(api, 'root')
    const numbers = await section('At a glance')
    expect(await numbers.findByText('of 30, in 3 companies')).toBeVisible()
    expect(numbers.getByText('None bought yet')).toBeVisible()
    expect(numbers.getByRole('link', { name: 'Add' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/company\/.+\/purchase\/create$/),
    )
  })

  it('leaves out the quotas where the server refuses them', async () => {
    const api = world()
    api.answering('GET /usage/now', refusing(403, 'forbidden'))
    await open(api)
    const numbers = await section('At a glance')
    expect(await numbers.findByText('Nothing is being processed')).toBeVisible()
    await waitFor(() => expect(numbers.queryByText('Minutes left')).toBeNull())
  })
})

describe('checklist of the home page', () => {
  const steps = [
    { key: 'company', done: true },
    { key: 'mail', done: false },
    { key: 'customer', done: false },
  ]

  it('shows what is done, and leads to the form of each other step', async () => {
    await open(world(steps), 'root')
    const list = await section('First steps')
    expect(list.getByText('1 of 3 done')).toBeVisible()
    expect(list.getByTitle('Done')).toBeInTheDocument()
    expect(list.getByRole('link', { name: 'New customer' })).toHaveAttribute('href', '/company/customer')
  })

  it.each([
    ['sent', null, 'The mail server accepted the message to'],
    ['outbox', null, 'No mail server is set up: set SMTP_URL'],
    [
      'failed',
      'auth',
      'The mail server refused the message. The mail server refused the user or the password',
    ],
  ])('reports the outcome of the test e-mail: %s', async (mail, reasonCode, text) => {
    const api = world(steps)
    api.answering('POST /utils/mail/test', () => ({ uid: 'm1', mail, reason: null, reasonCode }))
    const { user } = await open(api, 'root')
    await user.click((await section('First steps')).getByRole('button', { name: 'Send me a test' }))
    expect(await screen.findByText(new RegExp(text))).toBeVisible()
    expect(api.to('POST /utils/mail/test')[0]?.json).toMatchObject({ action: 'notification', lang: 'en' })
  })

  it('hides a dismissed step, and disappears with the last one', async () => {
    const api = world(steps.slice(0, 2))
    let left = steps.slice(0, 2)
    api.answering('GET /me/checklist', () => ({ results: left, meta: { count: left.length } }))
    api.answering('DELETE /me/checklist/mail', () => {
      left = []
      return {}
    })
    const { user } = await open(api, 'root')
    const dismiss = { name: 'Hide “Test the e-mails” permanently' }
    await user.click((await section('First steps')).getByRole('button', dismiss))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  })

  it('a home page of a backend without the call has no checklist', async () => {
    const api = world()
    api.answering('GET /me/checklist', refusing(404, 'not_found'))
    await open(api)
    await section('At a glance')
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  })
})
