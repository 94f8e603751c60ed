import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { type ApiCall, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openCreate, openEdit } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const row: Row = {
  uid: 't1',
  name: 'Invitation',
  type: 'email',
  action: 'invite',
  active: true,
  subject: { en: '<p>Join {{company}}</p>' },
  content: { en: '<p>Dear {{firstname}}: {{link}}</p>', fr: '<p>Voir {{ling}}</p>', es: '<p>{{link}</p>' },
  createdAt: '2024-01-15T09:00:00Z',
  updatedAt: '2024-02-01T09:00:00Z',
}

const open = (more: Row = {}) =>
  openEdit('templates', 't1', { api: fakeApi({ templates: [{ ...row, ...more }] }) })

const preview = async (language: string) => within(await screen.findByRole('region', { name: language }))
const said = async (language: string) =>
  (await preview(language)).queryAllByRole('alert').map(alert => alert.textContent)
const mailIn = (place: Awaited<ReturnType<typeof preview>>) =>
  place.getByTitle(/^Message in/).getAttribute('srcdoc')

it('previews the e-mail in each language and marks built-in texts', async () => {
  await open({ content: { en: '<p>Dear {{firstname}}: {{link}}</p>' } })
  const [english, french] = [await preview('English'), await preview('French')]
  expect(english.getByText('Join Lighthouse Studio')).toBeVisible()
  expect(mailIn(english)).toContain('Dear Grace')
  expect(english.queryByText(/^Built-in/)).toBeNull()
  expect(french.getByText('Built-in text')).toBeVisible()
  expect(mailIn(french)).toContain('Vous êtes invité à rejoindre')
  expect(english.getByTitle('Message in English')).toHaveAttribute('sandbox', '')
})

it('lists unknown, missing and malformed placeholders by language', async () => {
  await open()
  expect(await said('English')).toEqual([])
  expect(await said('French')).toEqual([
    'Content: this e-mail does not support {{ling}}.',
    'Content: {{link}} is missing; the e-mail is of no use without it.',
  ])
  expect((await said('Spanish'))[0]).toMatch(/the braces of “.*link.*” do not match/)
})

it('lists the placeholders of the chosen e-mail and copies one', async () => {
  const { user } = await open()
  const chip = await screen.findByRole('button', { name: 'Copy {{link}}: The address to open' })
  expect(chip).toHaveTextContent('{{link}} (needed)')
  expect(screen.queryByRole('button', { name: /^Copy \{\{vecto\}\}/ })).toBeNull()
  await user.click(chip)
  expect(await navigator.clipboard.readText()).toBe('{{link}}')
})

it('shows no preview until an action is chosen', async () => {
  await openCreate('templates')
  expect(await screen.findByText('Choose an action to see its e-mail.')).toBeVisible()
})

const results: Readonly<Record<string, Row>> = {
  en: { uid: 'm1', mail: 'sent', reason: null, reasonCode: null },
  fr: { uid: 'm2', mail: 'waiting', reason: '421 busy', reasonCode: 'later' },
  es: { uid: 'm3', mail: 'failed', reason: '550 no', reasonCode: 'recipient' },
}

it('sends a test e-mail of the form’s values in every language and reports each result', async () => {
  const { user, api } = await open()
  api.answering('POST /utils/mail/test', ({ json }: ApiCall) => results[(json as { lang: string }).lang])
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^Spanish: the mail server refused it\. .*It said: 550 no/)).toBeVisible()
  expect(screen.getByText('English: accepted by the mail server. Check your mailbox.')).toBeVisible()
  expect(
    screen.getByText(/^French: not yet sent\. The mail server asked to try again later\. It said: 421 busy/),
  ).toBeVisible()
  const links = screen.getAllByRole('link', { name: 'See it in the outbox' })
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    '/admin/outbox/show/m2',
    '/admin/outbox/show/m3',
  ])
  expect(api.to('POST /utils/mail/test')[0]?.json).toEqual({
    action: 'invite',
    subject: row.subject,
    content: row.content,
    lang: 'en',
  })
})

it('sends a test e-mail in the chosen language only and reports an error', async () => {
  const { user, api } = await open()
  api.answering(
    'POST /utils/mail/test',
    refusing(422, 'validation', { fields: { content: 'unknown_placeholder' } }),
  )
  await user.click(await screen.findByRole('combobox', { name: 'Language' }))
  await user.click(await screen.findByRole('option', { name: 'French' }))
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(api.to('POST /utils/mail/test')).toHaveLength(1))
  expect(api.to('POST /utils/mail/test')[0]?.json).toMatchObject({ lang: 'fr' })
  expect(await screen.findByText('Some fields need to be corrected.')).toBeVisible()
})
