import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

describe('e-mail template form', () => {
  it('an e-mail template stores one text per language and no unsupported formatting', long, async () => {
    const { page } = await panel.openAs('root', '/templates/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Greeting')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option').nth(1).click()
    const subject = page.getByRole('group', { name: 'Subject' })
    await subject.getByRole('textbox').fill('# Hello')
    await subject.getByRole('tab', { name: 'French' }).click()
    await subject.getByRole('textbox').click()
    await subject.getByRole('button', { name: 'Bold' }).click()
    // The editor regains the focus in the next frame, sooner than a user could type.
    await subject.locator('[role=textbox]:focus').waitFor()
    await page.keyboard.type('Bonjour')
    await subject.getByRole('tab', { name: /English/ }).click()
    await subject
      .getByRole('textbox')
      .filter({ hasText: /^# Hello$/ })
      .waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/templates/show/*')
    const [made] = await listAll<Found & { subject: object }>(root, 'templates', { name: 'Greeting' })
    expect(made?.subject).toEqual({ en: '<p># Hello</p>', fr: '<p><strong>Bonjour</strong></p>' })
  })
})

describe('installer form', () => {
  it('replacing an installer resets its download count', async () => {
    const [download] = await listAll(root, 'downloads')
    await root.get(`dl/downloads/${download?.uid}/file`)
    const { page } = await panel.openAs('root', `/downloads/modify/${download?.uid}`)
    await page.getByRole('button', { name: 'Remove the file' }).click()
    const bytes = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(512)])
    // A content type reported by an operating system, different from the one that the server detects.
    const mimeType = 'application/vnd.microsoft.portable-executable'
    await page.getByLabel('Installer').setInputFiles({ name: 'setup.exe', mimeType, buffer: bytes })
    await page.getByText('setup.exe', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/downloads/show/*')
    const { body } = await root.get<{ downloadCount: number; file: { contentType: string } }>(
      `downloads/${download?.uid}`,
    )
    expect(body).toMatchObject({ downloadCount: 0, downloadLast: null })
    expect(body.file.contentType).toBe('application/x-msdownload')
  })
})
