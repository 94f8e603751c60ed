import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { jpegFile, type MediaFile, zipFile } from '../support/video/media-files'

let panel: Panel
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-e2e-'))
  panel = await startPanel()
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

const MEGABYTE = 1_000_000
const checksumOf = (bytes: Buffer) => `b64-${createHash('md5').update(bytes).digest('base64')}`
const bigFile = (name: string, megabytes: number): MediaFile => ({
  ...zipFile(name),
  bytes: Buffer.concat([zipFile().bytes, randomBytes(megabytes * MEGABYTE)]),
})
const choose = (page: Page, { name, bytes }: MediaFile) => {
  // By path: Playwright limits files passed as buffers to 50 MB.
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return page.getByLabel('File', { exact: true }).setInputFiles(path)
}
const slowDown = async (page: Page, megabytesPerSecond: number) => {
  const line = await page.context().newCDPSession(page)
  const speed = megabytesPerSecond * MEGABYTE
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: speed || -1,
  })
}
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const textIn = (page: Page, label: RegExp) => page.getByRole('textbox', { name: label }).inputValue()

describe('file input', () => {
  it('a chosen file fills in name, content type and checksum and is saved as a media', async () => {
    const file = await jpegFile('Vue du quai.jpg')
    const { page } = await panel.openAs('root', '/medias/create')
    await choose(page, file)
    await page.getByText('image/jpeg').first().waitFor()
    await page.waitForFunction(() => document.querySelectorAll('input[value^="b64-"]').length === 1)
    expect(await textIn(page, /^Name/)).toBe('Vue du quai.jpg')
    expect(await textIn(page, /^Content type/)).toBe('image/jpeg')
    expect(await textIn(page, /^Checksum/)).toBe(checksumOf(file.bytes))
    await save(page).click()
    await page.getByRole('heading', { name: 'Vue du quai.jpg' }).first().waitFor()
    await page.getByText(checksumOf(file.bytes)).waitFor()
  })

  it('a chosen file keeps a typed name, and the special usage only offers templates', async () => {
    const { page } = await panel.openAs('root', '/medias/create')
    await page.getByRole('textbox', { name: /^Name/ }).fill('My own name')
    await choose(page, zipFile())
    await page.getByText('archive.zip').first().waitFor()
    expect(await textIn(page, /^Name/)).toBe('My own name')
    await page.getByRole('combobox', { name: 'Special usage' }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['None', 'Template media'])
  })

  it('an upload shows its progress, disables Save and can be paused and resumed', async () => {
    const { page } = await panel.openAs('root', '/medias/create')
    await slowDown(page, 2)
    await choose(page, bigFile('slow.zip', 8))
    await page.getByRole('progressbar', { name: 'Upload of slow.zip' }).waitFor()
    await page.getByText(/^Uploading · [\d.]+ \/ 8 MB · [\d.]+ MB\/s/).waitFor()
    expect(await save(page).isDisabled()).toBe(true)
    await page.getByText('The file is still being uploaded.').waitFor()
    await page.getByRole('button', { name: 'Pause the upload' }).click()
    await page.getByText(/^Upload paused ·/).waitFor()
    await page.getByRole('button', { name: 'Resume the upload' }).click()
    await slowDown(page, 0)
    await page.getByText('8 MB · application/zip').waitFor()
    expect(await save(page).isEnabled()).toBe(true)
  })

  it('the cancel button aborts an upload', async () => {
    const { page } = await panel.openAs('root', '/medias/create')
    await slowDown(page, 1)
    await choose(page, bigFile('unwanted.zip', 6))
    await page.getByRole('button', { name: 'Cancel the upload' }).click()
    await page.getByText('Upload cancelled').first().waitFor()
    await page.getByText('Choose a file').waitFor()
    expect(await save(page).isEnabled()).toBe(true)
  })
})

describe('invalid file input', () => {
  it('a file whose content differs from its extension is rejected, and another can be saved', async () => {
    const { page } = await panel.openAs('root', '/medias/create')
    await choose(page, zipFile('film.mp4'))
    // The browser detects the content type before it uploads anything.
    const reason = "The file format 'application/zip' is not acceptable: film.mp4 contains application/zip"
    await page.getByRole('alert').filter({ hasText: reason }).waitFor()
    await choose(page, zipFile())
    await page.getByText('archive.zip').first().waitFor()
    await save(page).click()
    await page.getByRole('heading', { name: 'archive.zip' }).first().waitFor()
  })

  it('a media cannot be saved without a file', async () => {
    const { page } = await panel.openAs('root', '/medias/create')
    await save(page).click()
    const summary = page
      .getByRole('alert')
      .filter({ hasText: 'Please correct the errors in the following fields:' })
    expect((await summary.innerText()).split(/[\n,]\s*/).slice(1)).toEqual([
      'File',
      'Name',
      'Content type',
      'Checksum',
    ])
  })
})

describe('interrupted upload', () => {
  it(
    'an upload waits for a restarted server, resumes at its offset and keeps its checksum',
    long,
    async () => {
      const provoked = [/ERR_CONNECTION_(REFUSED|RESET|ABORTED)/, /ERR_EMPTY_RESPONSE/, /ERR_SOCKET/]
      const { page } = await panel.openAs('root', '/medias/create', { provoked })
      const file = bigFile('interrupted.zip', 60)
      await slowDown(page, 10)
      await choose(page, file)
      await page.getByText(/^Uploading · (1\d|2\d)(\.\d)? \/ 60/).waitFor()
      await panel.server.kill9()
      await page.getByText(/^Waiting for the connection ·/).waitFor()
      await panel.server.restart()
      const first = page.waitForRequest(request => request.method() === 'PATCH')
      await slowDown(page, 0)
      expect(Number((await (await first).allHeaders())['upload-offset'])).toBeGreaterThan(MEGABYTE)
      await page.getByText('60 MB · application/zip').waitFor({ timeout: 60_000 })
      expect(await textIn(page, /^Checksum/)).toBe(checksumOf(file.bytes))
    },
  )
})
