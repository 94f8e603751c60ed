import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'
import { zipFile } from '../support/video/media-files'
import { demoUser, firebase, moveToFirebase, stage, storedFiles } from './accounts'
import { visit } from './visit'

let browser: Browser
let person: { uid: string; email: string }
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-cloud-'))
  ;[browser, person] = await Promise.all([launchBrowser(), moveToFirebase('root')])
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (megabytes: number) =>
  Buffer.concat([zipFile().bytes, Buffer.alloc(megabytes * 1_000_000, 'vecto')])

const choose = (page: Page, name: string, bytes: Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return page.getByLabel('File', { exact: true }).setInputFiles(path)
}

const openForm = async () => {
  const opened = await visit(browser, '/medias/create')
  await signIn(opened.page, person.email, demoPassword)
  await opened.page.getByText('Choose a file').waitFor()
  return opened
}

const slowDown = async (page: Page, bytesPerSecond: number) => {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond || -1,
  })
}

const named = async (label: string) => (await storedFiles()).filter(file => String(file.name).endsWith(label))

describe('a file chosen in the cloud panel', () => {
  it('uploads a chosen file to a temporary path in Storage, from which the record takes it', async () => {
    const { page } = await openForm()
    const bytes = bytesOf(1)
    const md5Hash = createHash('md5').update(bytes).digest('base64')
    await choose(page, 'Plan du quai.zip', bytes)
    await page.getByText(/1 MB · application\/zip/).waitFor()
    const [stored] = await named('Plan du quai.zip')
    expect(stored).toMatchObject({ bucket: stage.bucket, contentType: 'application/zip', md5Hash })
    expect(stored?.name).toMatch(new RegExp(`^temp--${person.uid}--[0-9a-f-]{36}--Plan du quai\\.zip$`))

    expect(await page.getByRole('textbox', { name: /^Checksum/ }).inputValue()).toBe(`b64-${md5Hash}`)
    const sending = page.waitForRequest(
      request => request.method() === 'POST' && /medias$/.test(request.url()),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    expect((await sending).postDataJSON().file).toEqual({
      bucket: stage.bucket,
      ref: stored?.name,
      tempPath: stored?.name,
      contentType: 'application/zip',
      size: bytes.length,
      label: 'Plan du quai.zip',
      md5Hash,
    })
    const created = await (await (await sending).response())?.json()
    expect(created.file).toMatchObject({ md5Hash, label: 'Plan du quai.zip' })
    expect(created.file.ref).toMatch(/^files\//)
    await expect.poll(() => named('Plan du quai.zip')).toEqual([])
    const { api } = await demoUser('root')
    const link = await api.get<{ url: string }>(`dl/medias/${created.uid}/file`)
    expect(Buffer.from(await (await fetch(link.body.url)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it(
    'an upload shows its progress, pauses, resumes, and disables saving until it is complete',
    long,
    async () => {
      const { page } = await openForm()
      await slowDown(page, 1_000_000)
      await choose(page, 'slow.zip', bytesOf(4))
      await page.getByText(/^Uploading · [\d.]+ \/ 4 MB/).waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
      await page.getByRole('button', { name: 'Pause the upload' }).click()
      await page.getByText(/^Upload paused ·/).waitFor()
      await page.getByRole('button', { name: 'Resume the upload' }).click()
      await slowDown(page, 0)
      await page.getByText('4 MB · application/zip').waitFor()
      expect(await named('slow.zip')).toHaveLength(1)
      await page.getByRole('button', { name: 'Remove the file' }).click()
      await expect.poll(() => named('slow.zip')).toEqual([])
    },
  )

  it('cancelling an upload removes the file from Storage', async () => {
    const { page } = await openForm()
    await slowDown(page, 500_000)
    await choose(page, 'unwanted.zip', bytesOf(4))
    await page.getByRole('button', { name: 'Cancel the upload' }).click()
    await page.getByText('Upload cancelled').first().waitFor()
    await slowDown(page, 0)
    await page.getByText('Choose a file').waitFor()
    expect(await named('unwanted.zip')).toEqual([])
  })
})

describe('the rules of Storage in its emulator', () => {
  const objects = `http://${stage.storage}/v0/b/${stage.bucket}/o`
  const call = async (method: string, url: string, isSignedIn = true) => {
    const { idToken } = await firebase.signIn(person.email, demoPassword)
    const headers = isSignedIn ? { authorization: `Firebase ${idToken}` } : undefined
    const response = await fetch(url, {
      method,
      ...(headers && { headers }),
      ...(method === 'POST' && { body: 'x' }),
    })
    return response.status
  }
  const send = (name: string, isSignedIn?: boolean) =>
    call('POST', `${objects}?name=${encodeURIComponent(name)}`, isSignedIn)

  it('let users send, read and remove their own uploads, and nothing else', async () => {
    const own = `temp--${person.uid}--${randomUUID()}--a.txt`
    expect(await send(own)).toBe(200)
    const at = `${objects}/${encodeURIComponent(own)}`
    expect([await call('GET', at), await call('GET', at, false)]).toEqual([200, 403])
    expect([await call('DELETE', at, false), await call('DELETE', at)]).toEqual([403, 204])
    expect(await send(own, false)).toBe(403)
    for (const name of [
      'temp--another--a.txt',
      `temp--${person.uid}--a/b.txt`,
      'files/AbCdEfGhIjKlMnOpQrSt',
      'x',
    ])
      expect([name, await send(name)]).toEqual([name, 403])
    // The emulator refuses a prefix that is no folder before it evaluates the rules.
    expect([await call('GET', objects), await call('GET', `${objects}?prefix=temp--`)]).toEqual([403, 400])
  })
})
