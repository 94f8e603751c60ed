import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { fillAccount, invitedPassword, inviteUser, openAccount } from '../support/browser/account-forms'
import { launchBrowser, openPage, signIn } from '../support/browser/browser'
import { emailOf } from '../support/browser/panel'
import { chooseSecond, completed, orderVecto, plays, uploadVideo } from '../support/browser/video-making'
import { long } from '../support/process/long'
import { groupsUnder, livingIn } from '../support/process/process-groups'
import { type CloudMessaging, startCloudMessaging } from '../support/server/cloud-messaging'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { demoPassword } from '../support/server/test-server'
import { lensFilm } from '../support/video/films'
import { makeClip } from '../support/video/sphere-material'
import { identityToolkit } from './identity-toolkit'
import { chooseNew, ofTheWindow, openWindow, standInForGoogle } from './provider-window'
import { allowed, pushService, token } from './push-service'
import { standInForInstallations } from './visit'

/** `npm run cloud` itself, in folders of its own. */
let cloud: ServerProcess
let folder: string
let panel: string
let emulators: Readonly<Record<'auth' | 'storage' | 'firestore' | 'functions', string>>
let firebase: ReturnType<typeof identityToolkit>
let messaging: CloudMessaging
let browser: Browser

const start = async () => {
  const port = await freePort()
  panel = `http://localhost:${port}`
  cloud = await startProcess(
    ['--import', 'tsx', 'scripts/cloud/start.ts'],
    {
      ...{ CLOUD_PORT: String(port), CLOUD_DATA_DIR: join(folder, 'data'), DEMO_PASSWORD: demoPassword },
      FIREBASE_MESSAGING_HOST: messaging.host,
      CLOUD_REMOTE_CONFIG: JSON.stringify({ thirdPartySignIn: 'true', ...allowed.remoteConfig }),
    },
    `${panel}/`,
    folder,
  )
  emulators = (await (await fetch(`${panel}/__/firebase/init.json`)).json()).emulators
  firebase = identityToolkit(emulators.auth)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-journey-'))
  messaging = await startCloudMessaging()
  browser = await launchBrowser({ notifying: true })
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
  messaging?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}, 180_000)

/** Fails the test on a request to any address outside this machine, except for what the emulators' pages do without. */
const watchStrangers = async (context: BrowserContext) => {
  const strangers: string[] = []
  await context.route('**', route => {
    const url = new URL(route.request().url())
    if (['localhost', '127.0.0.1'].includes(url.hostname) || !url.protocol.startsWith('http'))
      return route.continue()
    if (!ofTheWindow.test(url.href)) strangers.push(url.href)
    return route.abort()
  })
  onTestFinished(() => expect(strangers).toEqual([]))
}

const open = async (path: string, options: BrowserContextOptions = {}) => {
  const opened = await openPage(browser, { baseURL: panel, ...options })
  onTestFinished(opened.close)
  await watchStrangers(opened.context)
  // A function's first call loads the function.
  opened.page.setDefaultTimeout(60_000)
  await opened.page.goto(path)
  return opened.page
}

const openAs = async (name: string, path: string) => {
  const page = await open(path)
  await signIn(page, emailOf(name), demoPassword)
  return page
}

/** Opens the panel in a browser that receives push messages, whose services are Google's. */
const openNotified = async (name: string, path: string) => {
  const page = await open('/signin', { permissions: allowed.permissions })
  await standInForInstallations(page.context())
  await pushService(page.context())
  await page.goto(path)
  const told = page.waitForResponse(response => response.request().method() === 'PATCH')
  await signIn(page, emailOf(name), demoPassword)
  expect((await told).status()).toBe(200)
  return page
}

const quay = { size: '640x320', rate: 30, seconds: 4 }

/** Uploads a film that the panel sends to the project's bucket by itself. */
const uploadQuay = async (page: Page, name: string) =>
  uploadVideo(page, await makeClip(join(folder, `${name}.mp4`), quay), name)

const objectsIn = async (prefix: string): Promise<string[]> => {
  const url = `http://${emulators.storage}/storage/v1/b/demo-vecto.appspot.com/o?prefix=${prefix}`
  const { items = [] } = await (await fetch(url, { headers: { authorization: 'Bearer owner' } })).json()
  return items.map(({ name }: { name: string }) => name)
}

/** Calls a function as a demo account that has signed in to Firebase. */
const callAs = async (name: string, method: string, path: string, body?: object) => {
  const { idToken } = await firebase.signIn(emailOf(name), demoPassword)
  const answer = await fetch(`http://${emulators.functions}/demo-vecto/europe-west1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const userOf = async (email: string) => {
  const { results } = await callAs('root', 'GET', `users?q=${encodeURIComponent(JSON.stringify({ email }))}`)
  return results[0]
}

const changeRole = async (email: string, role: string) => {
  const { uid } = await userOf(email)
  // Firebase counts sign-ins by the second.
  await new Promise(resolve => setTimeout(resolve, 1100))
  expect(await callAs('root', 'PATCH', `users/${uid}`, { role })).toMatchObject({ role })
}

const greeting = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor()

describe('the cloud backend on one machine', () => {
  it('a 360° video is uploaded to the bucket, prepared by the worker and shown', async () => {
    const page = await openAs('root', '/video360/create')
    await uploadQuay(page, 'A walk along the quay')
    await completed(page)
    await plays(page)
    await expect.poll(() => objectsIn('temp--')).toEqual([])
    expect((await objectsIn('files/')).length).toBeGreaterThan(3)
  })

  it('a part of it becomes a 3D video, which is downloaded from the bucket', long, async () => {
    const page = await openAs('root', '/video360/create')
    await uploadQuay(page, 'A second of the quay')
    await completed(page)
    await page.getByRole('link', { name: 'Create a 3D video' }).click()
    await chooseSecond(page)
    const name = `From the bucket ${Date.now()}`
    await orderVecto(page, name)
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

  it('two camera files are uploaded to the bucket, stitched by the worker and played', {
    ...long,
    timeout: 300_000,
  }, async () => {
    const films = [
      lensFilm('VID_20260101_101112_00_001.insv', 0),
      lensFilm('VID_20260101_101112_10_001.insv', 180),
    ]
    const paths = films.map(({ name, bytes }) => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    })
    const page = await openAs('root', '/video360/job')
    await page.getByLabel('Camera files', { exact: true }).setInputFiles(paths)
    await page.getByRole('button', { name: 'Remove the file' }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Create the video' }).click()
    await page.waitForURL(/\/video360\/show\//)
    await completed(page)
    await plays(page)
    await expect.poll(() => objectsIn('temp--')).toEqual([])
  })

  it(
    'an invited user opens their account by Firebase’s link, which reaches the inviter as toast and push message',
    long,
    async () => {
      const email = 'iris@journey.example'
      const root = await openNotified('root', '/user/invite')
      await inviteUser(root, { email, role: 'Viewer', company: 'Musée du Littoral' })
      await root.getByText(`${email} is invited. The e-mail is on its way.`).waitFor()
      const page = await open(await firebase.followLink(email, 'EMAIL_SIGNIN'))
      await fillAccount(page, { email })
      const title = 'Iris Neuf accepted your invitation'
      // A toast goes by itself: it is awaited from before the message.
      const toast = root.getByRole('alert').getByText(title).waitFor()
      await openAccount(page)
      await toast
      await greeting(page, 'Hello Iris')
      await expect
        .poll(() => messaging.received)
        .toEqual([
          expect.objectContaining({
            url: '/v1/projects/demo-vecto/messages:send',
            body: { message: expect.objectContaining({ token, notification: { title } }) },
          }),
        ])
      await page.getByRole('button', { name: 'Sign out' }).click()
      await signIn(page, email, invitedPassword)
      await greeting(page, 'Hello Iris')
      expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)

      await changeRole(email, 'admin')
      // The sign-in from before the change is over.
      await page.goto('/home')
      await signIn(page, email, invitedPassword)
      await page.getByRole('link', { name: 'Users', exact: true }).waitFor()
    },
  )

  it('a forgotten password is replaced by Firebase’s link, and the old one is refused', async () => {
    const email = emailOf('editor')
    const page = await open('/pw-forget')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Reset My Password' }).click()
    await page.getByText(`Password reset email successfully sent to ${email}.`).waitFor()
    await firebase.resetPassword(email, 'another-secret')
    await page.goto('/signin')
    await signIn(page, email, 'another-secret')
    await greeting(page, 'Hola, Elena')
    expect((await firebase.signIn(email, demoPassword)).error?.message).toBe('INVALID_PASSWORD')
  })

  it('a user signs in through an identity provider that has verified their address', long, async () => {
    const page = await open('/signin')
    await standInForGoogle(page.context())
    await page.reload()
    await chooseNew(await openWindow(page), emailOf('manager'))
    await greeting(page, 'Hello Maya')
  })

  it('a viewer finds no section of the staff, by menu or by address', async () => {
    const page = await openAs('viewer', '/user')
    await page.getByText('Su rol no da acceso a esta página.').waitFor()
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Usuarios' }).count()).toBe(0)
  })

  it('the emulators end when the command is killed, and the next start has the same accounts', {
    ...long,
    timeout: 400_000,
  }, async () => {
    const groups = groupsUnder(cloud.pid)
    // The emulators, the server, and what watches them.
    expect(groups.length).toBeGreaterThan(2)
    await cloud.end('SIGKILL')
    await expect.poll(() => groups.flatMap(livingIn), { timeout: 60_000 }).toEqual([])
    await start()
    for (const [name, text] of [
      ['root', 'Hello Ada'],
      ['partner', 'Bonjour Pauline'],
      ['admin2', 'Hola, Alma'],
    ] as const)
      await greeting(await openAs(name, '/home'), text)
  })
})
