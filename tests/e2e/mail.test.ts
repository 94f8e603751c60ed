import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { type Smtp, startSmtp } from '../support/server/smtp-server'

let smtp: Smtp
let panel: Panel
const me = 'root@demo.example'

beforeAll(async () => {
  smtp = await startSmtp()
  panel = await startPanel({ env: { SMTP_URL: smtp.url() } })
})
afterAll(() => Promise.all([panel.stop(), smtp.close()]))

describe('e-mail templates and outbox', () => {
  it('the template editor validates placeholders, previews three languages and sends test e-mails', async () => {
    const { page } = await panel.openAs('root', '/templates/create', { provoked: [/422/] })
    await page.getByRole('textbox', { name: 'Name' }).fill('Welcome')
    await page.getByText('Choose an action to see its e-mail.').waitFor()
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Invitation of a user' }).click()
    const english = page.getByRole('region', { name: 'English' })
    const shown = page.frameLocator('iframe[title="Message in English"]')
    await shown.getByText('You are invited to join').waitFor()
    await english.getByText('Built-in text').waitFor()

    const content = page.getByRole('group', { name: 'Content' })
    await content.getByRole('textbox').fill('Dear {{firstname}} of {{team}}')
    await shown.getByText('Dear Grace of').waitFor()
    await english.getByText('Content: this e-mail does not support {{team}}.').waitFor()
    await english.getByText('Content: {{link}} is missing', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Content' }).waitFor()
    await content.getByText('Unknown placeholders: team (en); link (en)').waitFor()
    expect(await content.getByRole('textbox').textContent()).toBe('Dear {{firstname}} of {{team}}')

    await content.getByRole('textbox').fill('Dear {{firstname}}, see {{link}}')
    await english.getByText('is missing').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Insert {{company}}: Company' }).press('Enter')
    // After the caret, which is at the end of the text that was edited last.
    await shown.getByText('see http').waitFor()
    expect(await content.getByRole('textbox').textContent()).toBe(
      'Dear {{firstname}}, see {{link}}{{company}}',
    )
    for (let index = 0; index < '{{company}}'.length; index++) await page.keyboard.press('Backspace')
    await content.getByRole('tab', { name: /French/ }).click()
    await page
      .frameLocator('iframe[title="Message in French"]')
      .getByText('Vous êtes invité à rejoindre')
      .waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    for (const language of ['English', 'French', 'Spanish'])
      await page.getByText(`${language}: accepted by the mail server.`, { exact: false }).waitFor()
    const received = await smtp.received(me, 3)
    expect(received.map(({ text }) => text.split('\n')[0])).toEqual([
      `Dear Ada, see http://localhost:${new URL(panel.server.url).port}/home`,
      'Bonjour Ada,',
      'Hola, Ada:',
    ])

    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/templates/show/*')
  })

  it('the outbox opens from the maintenance page and resends a failed e-mail', long, async () => {
    const { page } = await panel.openAs('root', '/admin')
    await page.getByRole('button', { name: 'Check the mail server' }).click()
    await page.getByText('The mail server responds and accepts the sign-in.').waitFor()
    await page.getByRole('link', { name: 'Open the outbox' }).click()
    await page.getByRole('tab', { name: 'Failed' }).click()
    await page.getByText('Votre accès à').first().click()
    await page
      .getByText('The mail server does not accept e-mails for this address.', { exact: false })
      .waitFor()
    const to = await page.getByText('@', { exact: false }).first().textContent()
    const link = page.getByRole('button', { name: /^Copy http/ })
    await link.waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    // The status updates through the live stream, without another request.
    await page.getByText('The mail server accepted this e-mail.', { exact: false }).waitFor()
    await link.waitFor({ state: 'detached' })
    expect((await smtp.received(to ?? '')).length).toBe(1)
  })
})
