import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { launchBrowser, openPage, signIn } from '../support/browser/browser'
import { emailOf } from '../support/browser/panel'
import { long } from '../support/process/long'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { demoPassword } from '../support/server/test-server'
import { makeClip } from '../support/video/sphere-material'

/** `npm run cloud` itself, in folders of its own. */
let cloud: ServerProcess
let folder: string
let panel: string
let emulators: Readonly<Record<'auth' | 'storage' | 'firestore' | 'functions', string>>
let browser: Browser

const start = async () => {
  const port = await freePort()
  panel = `http://localhost:${port}`
  cloud = await startProcess(
    ['--import', 'tsx', 'scripts/cloud/start.ts'],
    { CLOUD_PORT: String(port), CLOUD_DATA_DIR: join(folder, 'data'), DEMO_PASSWORD: demoPassword },
    `${panel}/`,
    folder,
  )
  emulators = (await (await fetch(`${panel}/__/firebase/init.json`)).json()).emulators
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-journey-'))
  browser = await launchBrowser()
  await start()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  // It waits until the emulators have written their data.
  if (cloud) {
    const ended = once(cloud.child, 'exit')
    cloud.child.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Fails the test on a request to any address outside this machine. */
const watchStrangers = async (context: BrowserContext) => {
  const strangers: string[] = []
  await context.route('**', route => {
    const url = new URL(route.request().url())
    if (['localhost', '127.0.0.1'].includes(url.hostname) || !url.protocol.startsWith('http'))
      return route.continue()
    strangers.push(url.href)
    return route.abort()
  })
  onTestFinished(() => expect(strangers).toEqual([]))
}

const open = async (path: string) => {
  const opened = await openPage(browser, { baseURL: panel })
  onTestFinished(opened.close)
  await watchStrangers(opened.context)
  await opened.page.goto(path)
  return opened.page
}

const openAs = async (name: string, path: string) => {
  const page = await open(path)
  await signIn(page, emailOf(name), demoPassword)
  return page
}

const PATIENCE = { timeout: 120_000 }

/** Uploads a film in the form, as a file that the panel sends to the project's bucket by itself. */
const uploadVideo = async (page: Page, name: string) => {
  const clip = await makeClip(join(folder, `${name}.mp4`), { size: '640x320', rate: 30, seconds: 4 })
  await page.getByLabel('File', { exact: true }).setInputFiles(clip)
  await page.getByRole('button', { name: 'Remove the file' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/video360\/show\//)
}

const completed = async (page: Page) => {
  await page.locator('dl .status', { hasText: /^(Completed|Failed|Timed out)$/ }).waitFor(PATIENCE)
  expect(await page.locator('dl').innerText()).toMatch(/^Completed$/m)
}

const objectsIn = async (prefix: string): Promise<string[]> => {
  const url = `http://${emulators.storage}/storage/v1/b/demo-vecto.appspot.com/o?prefix=${prefix}`
  const { items = [] } = await (await fetch(url, { headers: { authorization: 'Bearer owner' } })).json()
  return items.map(({ name }: { name: string }) => name)
}

/** The link of an e-mail that Firebase's emulator does not send, redirected to the panel. */
const linkFor = async (email: string, requestType: string) => {
  const url = `http://${emulators.auth}/emulator/v1/projects/demo-vecto/oobCodes`
  const { oobCodes } = await (await fetch(url)).json()
  type Sent = { email: string; requestType: string; oobLink: string }
  const sent = oobCodes.findLast((each: Sent) => each.email === email && each.requestType === requestType)
  const { headers } = await fetch(sent.oobLink, { redirect: 'manual' })
  const address = new URL(headers.get('location') ?? '')
  return address.pathname + address.search
}

/** Calls a function as a demo account that has signed in to Firebase. */
const callAs = async (name: string, method: string, path: string, body?: object) => {
  const url = `http://${emulators.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`
  const credentials = { email: emailOf(name), password: demoPassword, returnSecureToken: true }
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const { idToken } = await (await fetch(url, { ...post, body: JSON.stringify(credentials) })).json()
  const answer = await fetch(`http://${emulators.functions}/demo-vecto/europe-west1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const changeRole = async (email: string, role: string) => {
  const q = encodeURIComponent(JSON.stringify({ email }))
  const { results } = await callAs('root', 'GET', `users?q=${q}`)
  // Firebase counts sign-ins by the second.
  await new Promise(resolve => setTimeout(resolve, 1100))
  expect(await callAs('root', 'PATCH', `users/${results[0].uid}`, { role })).toMatchObject({ role })
}

describe('the cloud backend on one machine', () => {
  it('a 360° video is uploaded to the bucket, prepared by the worker and shown', async () => {
    const page = await openAs('root', '/video360/create')
    await uploadVideo(page, 'A walk along the quay')
    await completed(page)
    await page.locator('canvas').waitFor()
    await page
      .getByRole('group', { name: /^Player of/ })
      .getByRole('button', { name: 'Play' })
      .click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
    await expect.poll(() => objectsIn('temp--')).toEqual([])
    expect((await objectsIn('files/')).length).toBeGreaterThan(3)
  })

  it('a part of it becomes a 3D video, which is downloaded from the bucket', long, async () => {
    const page = await openAs('root', '/video360/create')
    await uploadVideo(page, 'A second of the quay')
    await completed(page)
    await page.getByRole('link', { name: 'Create a 3D video' }).click()
    await page.getByRole('slider', { name: 'First frame' }).focus()
    await page.keyboard.press('PageUp')
    await page.getByRole('slider', { name: 'Last frame' }).focus()
    await page.keyboard.press('PageDown')
    const name = `From the bucket ${Date.now()}`
    await page.getByRole('textbox', { name: /^Name/ }).fill(name)
    await page.getByRole('spinbutton', { name: /^Frames per second/ }).fill('10')
    await page.getByRole('button', { name: 'Create the 3D video' }).click()
    await page.waitForURL(/\/video3d\/show\//)
    // Without a reload: the live stream runs through the functions.
    await completed(page)
    await page.getByRole('alert').getByText(`“${name}” is ready`).waitFor()
    const [answer] = await Promise.all([
      page.waitForResponse(response => new URL(response.url()).pathname.includes('/dl/')),
      page
        .getByRole('button', { name: /^Download/ })
        .first()
        .click(),
    ])
    const { url } = await answer.json()
    expect(new URL(url).host).toBe(emulators.storage)
    // The emulator does not check signatures; the real service does.
    expect(new URL(url).searchParams.get('X-Goog-Expires')).toBe('86400')
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
  })

  it('an invited user opens their account by Firebase’s link, and a change of role reaches their panel', async () => {
    const email = 'iris@journey.example'
    const root = await openAs('root', '/user/invite')
    await root.getByRole('heading', { name: 'Invite a user' }).waitFor()
    await root.getByLabel('E-mail').fill(email)
    await root.getByRole('combobox', { name: 'Company' }).click()
    await root.getByRole('option', { name: 'Musée du Littoral' }).click()
    await root.getByRole('combobox', { name: 'Role' }).click()
    await root.getByRole('option', { name: 'Viewer' }).click()
    await root.getByRole('button', { name: 'Invite' }).click()
    await root.getByText(`${email} is invited. The e-mail is on its way.`).waitFor()
    const page = await open(await linkFor(email, 'EMAIL_SIGNIN'))
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('First name').fill('Iris')
    await page.getByLabel('Last name').fill('Neuf')
    await page.getByLabel('Password', { exact: true }).fill('my-own-secret')
    await page.getByLabel('Password (confirmation)').fill('my-own-secret')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Open my account' }).click()
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, email, 'my-own-secret')
    await page.getByRole('heading', { name: 'Hello Iris' }).waitFor()
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)

    await changeRole(email, 'admin')
    // The sign-in from before the change is over.
    await page.goto('/home')
    await signIn(page, email, 'my-own-secret')
    await page.getByRole('link', { name: 'Users', exact: true }).waitFor()
  })

  it('a viewer finds no section of the staff, by menu or by address', async () => {
    const page = await openAs('viewer', '/user')
    await page.getByText('Su rol no da acceso a esta página.').waitFor()
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
  })
})
