import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chooseAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { startLossyProxy } from '../support/network/lossy-proxy'
import { startPortalProxy } from '../support/network/portal-proxy'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { zipFile } from '../support/video/media-files'

let panel: Panel
let root: Api
let portal: Awaited<ReturnType<typeof startPortalProxy>>
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-e2e-'))
  panel = await startPanel()
  root = await panel.person('root')
  portal = await startPortalProxy(panel.server.url)
})
afterAll(async () => {
  portal.stop()
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Errors that the browser logs for responses of the portal. */
const provoked = [/40[13] /, /Push notifications are off/]
const open = (path: string) => panel.openAs('root', path, { baseURL: portal.url, provoked })
/** Closes the portal during the attempt. */
const behindPortal = async (status: number, attempt: () => Promise<void>) => {
  portal.close(status)
  try {
    await attempt()
  } finally {
    portal.open()
  }
}
const named = async (collection: string, name: string) => {
  const q = encodeURIComponent(JSON.stringify({ name }))
  return (await root.get<{ meta: { count: number } }>(`${collection}?q=${q}`)).body.meta.count
}
const company = async (name: string) => (await root.post<{ uid: string }>('companies', { name })).body.uid
const nameField = (page: Page) => page.getByLabel('Name', { exact: false }).first()
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const unreached = (page: Page) => page.getByText('The server cannot be reached').first().waitFor()
const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('vecto.draft.')).length)

describe('form whose response is lost', () => {
  it('a form whose response is lost creates no second record when saved again with another name', async () => {
    const lossy = await startLossyProxy(panel.server.url)
    onTestFinished(lossy.stop)
    const { page } = await panel.openAs('root', '/company/create', {
      baseURL: lossy.url,
      provoked: [/status of (409|422|504)/, /504/],
    })
    await nameField(page).fill('Wharf')
    // A 504 instead of a cut connection, after which browsers retry on their own.
    const lost = lossy.lose('/parse/companies', 'answered 504')
    await save(page)
    await lost
    await page.getByText('504').first().waitFor()
    await nameField(page).fill('Wharf 2')
    await save(page)
    await page.getByText('has been saved already').waitFor()
    expect([await named('companies', 'Wharf'), await named('companies', 'Wharf 2')]).toEqual([1, 0])
  })
})

describe.each([200, 401])('captive portal that responds with %i', status => {
  it('a form behind a captive portal reports the failure, keeps its input and creates one record later', async () => {
    const name = `Harbour ${status}`
    const { page } = await open('/company/create')
    await nameField(page).fill(name)
    await behindPortal(status, async () => {
      await save(page)
      await unreached(page)
      expect(await nameField(page).inputValue()).toBe(name)
      await expect.poll(() => draftsIn(page)).toBe(1)
      expect(await named('companies', name)).toBe(0)
    })
    await save(page)
    await page.getByRole('heading', { name }).first().waitFor()
    expect(await named('companies', name)).toBe(1)
    expect(await draftsIn(page)).toBe(0)
  })

  it('a change or deletion behind a captive portal has no effect and reports the failure', long, async () => {
    const uid = await company(`Quay ${status}`)
    const { page } = await open(`/company/modify/${uid}`)
    await nameField(page).fill(`Pier ${status}`)
    await behindPortal(status, async () => {
      await save(page)
      await unreached(page)
    })
    await save(page)
    await page
      .getByRole('heading', { name: `Pier ${status}` })
      .first()
      .waitFor()
    await chooseAction(page, 'Delete')
    const dialog = page.getByRole('dialog')
    await behindPortal(status, async () => {
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await unreached(page)
      expect((await root.get(`companies/${uid}`)).status).toBe(200)
    })
  })

  it('a reload behind a captive portal reports the failure, keeps the session and opens on retry', async () => {
    const { page } = await open('/home')
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await behindPortal(status, async () => {
      await page.reload()
      await page.getByText('The panel could not be opened').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('vecto.session'))).toMatch(/^r:/)
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
  })

  it('a list behind a captive portal shows an error instead of an empty list', async () => {
    const { page } = await open('/home')
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await behindPortal(status, async () => {
      await page.getByRole('link', { name: 'Medias' }).first().click()
      await unreached(page)
      expect(await page.getByText('There is no data').count()).toBe(0)
    })
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page.getByText('1-10 of').waitFor()
  })

  it('an upload behind a captive portal waits and resumes when the portal opens', async () => {
    const { page } = await open('/medias/create')
    const file = join(folder, `archive-${status}.zip`)
    writeFileSync(file, zipFile().bytes)
    await page.getByLabel('File', { exact: true }).waitFor({ state: 'attached' })
    await behindPortal(status, async () => {
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByText('Waiting for the connection').first().waitFor()
    })
    await page.waitForFunction(() => document.querySelectorAll('input[value^="b64-"]').length === 1)
  })
})
