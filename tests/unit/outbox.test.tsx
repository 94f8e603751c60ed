import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const mail: Row = {
  uid: 'm1',
  email: 'grace@people.example',
  action: 'invite',
  subject: 'Your access',
  lang: 'en',
  status: 'failed',
  attempts: 2,
  reason: '550 no',
  reasonCode: 'recipient',
  createdAt: '2024-01-15T09:00:00Z',
  updatedAt: '2024-02-01T09:00:00Z',
}
const link = 'http://localhost/onboarding/u1-key'
const message = { html: `<p><a href="${link}">Open</a> <a href="${link}">Again</a></p>`, text: 'Open it' }

const open = async (more: Row = {}) => {
  const api = fakeApi({ mails: [{ ...mail, ...more }] })
  api.answering('GET /mails/m1/message', () => message)
  const opened = await openShow('mails', 'm1', { api })
  await screen.findByText('grace@people.example')
  return opened
}

it.each([
  ['waiting', null, 'This e-mail is waiting to be sent.'],
  ['waiting', 'auth', 'The mail server refused the user or the password of SMTP_URL.'],
  ['sending', null, 'This e-mail is being sent.'],
  ['sent', null, 'The mail server accepted this e-mail.'],
  ['kept', null, 'this e-mail was kept here and as a file on the server'],
  [
    'failed',
    'recipient',
    'will not be tried again automatically. The mail server does not accept e-mails for this',
  ],
  ['failed', 'else', 'This e-mail was not sent and will not be tried again automatically. It said: 550 no'],
])('explains the status of an e-mail that is %s (%s) and the reason', async (status, reasonCode, words) => {
  await open({ status, reasonCode, reason: reasonCode && '550 no' })
  expect(await screen.findByText(words, { exact: false })).toBeVisible()
})

it('shows an e-mail’s message in a sandboxed frame and lists each link once with a copy button', async () => {
  const { user } = await open()
  const frame = await screen.findByTitle('Message')
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual(['', message.html])
  expect(screen.getByText('Open it')).toBeVisible()
  const [copy, ...more] = screen.getAllByRole('button', { name: `Copy ${link}` })
  expect(more).toEqual([])
  if (copy) await user.click(copy)
  expect(await navigator.clipboard.readText()).toBe(link)
})

it('never requests the message of a sent e-mail, since it may contain a key', async () => {
  const { api } = await open({ status: 'sent', reason: null, reasonCode: null })
  await screen.findByText(/^The mail server accepted this e-mail/)
  expect(api.to('GET /mails/m1/message')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
})

it('sends an e-mail of the outbox again', async () => {
  const { api, user } = await open()
  api.answering('PATCH /mails/m1/retry', () => ({ ...mail, status: 'waiting' }))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('The e-mail will be sent again now')).toBeVisible()
})

it('shows why an e-mail cannot be sent again', async () => {
  const { api, user } = await open()
  api.answering('PATCH /mails/m1/retry', refusing(403, 'forbidden'))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
})
