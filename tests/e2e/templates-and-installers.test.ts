import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/api'
import { type Found, listAll } from '../support/demo-world'
import { type Panel, startPanel } from '../support/panel'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
})
afterAll(() => panel.stop())

describe('an e-mail template', () => {
  it('keeps a text per language, without what its toolbar cannot make', async () => {
    const { page } = await panel.openAs('root', '/templates/create')
    await page.getByRole('textbox', { name: 'Name' }).fill('Greeting')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option').nth(1).click()
    const subject = page.getByRole('group', { name: 'Subject' })
    await subject.getByRole('textbox').fill('# Hello')
    await subject.getByRole('tab', { name: 'French' }).click()
    await subject.getByRole('textbox').click()
    await subject.getByRole('button', { name: 'Bold' }).click()
    // The editor takes the focus back in the next frame, before anybody could type.
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

describe('an installer', () => {
  it('replaced counts its downloads from the beginning', async () => {
    const [download] = await listAll(root, 'downloads')
    await root.get(`dl/downloads/${download?.uid}/file`)
    const { page } = await panel.openAs('root', `/downloads/modify/${download?.uid}`)
    await page.getByRole('button', { name: 'Remove the file' }).click()
    const bytes = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(512)])
    // As a system names the type that ours does not.
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
