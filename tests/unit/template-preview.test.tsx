import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { insertAtCaret } from '~/src/admin/form/text-insertion'
import { freshBrowser } from '../support/browser/fresh-browser'
import { type ApiCall, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openCreate, openEdit, openList } from '../support/panel/render-screen'
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
  const { user } = await open({ content: { en: '<p>Dear {{firstname}}: {{link}}</p>' } })
  const english = await preview('English')
  expect(english.getByText('Join Lighthouse Studio')).toBeVisible()
  expect(mailIn(english)).toContain('Dear Grace')
  expect(english.queryByText(/^Built-in/)).toBeNull()
  expect(english.getByTitle('Message in English')).toHaveAttribute('sandbox', '')
  const tabs = within(screen.getByRole('tablist', { name: 'Preview' }))
  await user.click(tabs.getByRole('tab', { name: 'French' }))
  const french = await preview('French')
  expect(french.getByText('Built-in text')).toBeVisible()
  expect(mailIn(french)).toContain('Vous êtes invité à rejoindre')
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

it('lists the placeholders of the chosen e-mail', async () => {
  await open()
  const chip = await screen.findByRole('button', { name: 'Insert {{link}}: The address to open' })
  expect(chip).toHaveTextContent('{{link}} (needed)')
  expect(screen.queryByRole('button', { name: /^Insert \{\{vecto\}\}/ })).toBeNull()
})

describe('the template that is sent', () => {
  const older = { ...row, uid: 't0', name: 'Old invitation', createdAt: '2023-01-15T09:00:00Z' }
  const newer = { ...row, uid: 't2', name: 'New invitation', createdAt: '2024-03-15T09:00:00Z' }

  it('the newest active template of an action is used: the form of another warns, and its own names the one that it replaces', async () => {
    const api = fakeApi({ templates: [newer, row, older] })
    const first = await openEdit('templates', 't1', { api })
    expect(await screen.findByText(/the newest is sent: “New invitation”, not this one/)).toBeVisible()
    first.unmount()
    await openEdit('templates', 't2', { api })
    expect(await screen.findByText(/is sent instead of “Invitation”/)).toBeVisible()
  })

  it('the template in use has a chip in the list, and the others name it', async () => {
    const other = { ...older, uid: 't3', name: 'Reset', action: 'passwordReset' }
    await openList('templates', '', { api: fakeApi({ templates: [newer, row, other] }) })
    expect(await screen.findAllByText('Used')).toHaveLength(2)
    expect(screen.getAllByText('Not sent: the newest, “New invitation”, is used')).toHaveLength(1)
  })
})

describe('a text inserted at the caret', () => {
  it('replaces the selection of an input, which keeps the focus', () => {
    const input = document.createElement('input')
    document.body.append(input)
    input.value = 'Dear !'
    input.setSelectionRange(5, 5)
    const heard: string[] = []
    input.addEventListener('input', () => heard.push(input.value))
    insertAtCaret(input, '{{firstname}}')
    expect(heard).toEqual(['Dear {{firstname}}!'])
    expect(document.activeElement).toBe(input)
    expect(input.selectionStart).toBe(18)
    input.remove()
  })
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
