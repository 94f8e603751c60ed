import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser/browser'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'
import { moveToFirebase, stage } from './accounts'
import { allowed, pushService, receive, token } from './push-service'
import { visit } from './visit'

let browser: Browser
let person: { uid: string; email: string }
beforeAll(async () => {
  ;[browser, person] = await Promise.all([launchBrowser({ notifying: true }), moveToFirebase('root')])
})
afterAll(() => browser.close())

type Options = { readonly answers?: boolean; readonly visiting?: Parameters<typeof visit>[2] }

/** Runs before the panel opens, to set up the push service of the test. */
const openSignIn = async ({ answers, visiting = allowed }: Options = {}) => {
  const opened = await visit(browser, '/signin', visiting)
  await pushService(opened.context, { answers })
  await opened.page.reload()
  const patches: string[] = []
  opened.page.on('request', request => request.method() === 'PATCH' && patches.push(request.url()))
  return { ...opened, patches }
}

const enter = async (page: Page) => {
  await signIn(page, person.email, demoPassword)
  await page.getByRole('heading', { name: 'Hello Ada' }).waitFor()
}
const logged = (page: Page, text: string) =>
  page.waitForEvent('console', message => message.text().includes(text))

describe('push messages', () => {
  it(
    'registers the browser, shows messages as toasts where no live stream does, and unregisters at sign-out',
    long,
    async () => {
      const { page } = await openSignIn({ visiting: { ...allowed, ofProvider: true } })
      const told = page.waitForRequest(request => request.method() === 'PATCH')
      await enter(page)
      const call = await told
      expect(call.url()).toBe(`http://${stage.functions}/demo-vecto/europe-west1/users/${person.uid}`)
      expect(call.postDataJSON()).toEqual({ messageToken: token })
      expect((await call.response())?.status()).toBe(200)

      await receive(page, { title: 'Your 3D video is ready', body: 'Harbour at dawn' })
      await page.getByRole('alert').getByText('Your 3D video is ready — Harbour at dawn').waitFor()

      const forgotten = page.waitForRequest(
        request => request.method() === 'DELETE' && request.url().includes(`registrations/${token}`),
      )
      await page.getByRole('button', { name: 'Sign out' }).click()
      await forgotten
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    },
  )

  it('sends no token to the functions when the profile already has it', async () => {
    await moveToFirebase('root', { messageToken: token })
    const { page, patches } = await openSignIn({ visiting: { ...allowed, ofProvider: true } })
    const asked = page.waitForResponse(/fcmregistrations/)
    await enter(page)
    await asked
    await receive(page, { title: 'Still heard', body: '' })
    await page.getByRole('alert').getByText('Still heard', { exact: true }).waitFor()
    expect(patches).toEqual([])
  })
})

describe('push messages in addition to the live stream', () => {
  it('a message is shown by the stream alone, which has it as well', long, async () => {
    const { page } = await openSignIn()
    const asked = page.waitForResponse(/fcmregistrations/)
    await enter(page)
    await asked
    await receive(page, { title: 'Heard twice', body: '' })
    expect(await page.getByText('Heard twice').count()).toBe(0)
  })
})

describe('push messages that are unavailable', () => {
  it.each<[string, string, Options]>([
    ['the key is missing', 'Remote Config holds no vapidKey', { visiting: {} }],
    [
      'the user has denied notifications',
      'Notifications are refused',
      { visiting: { ...allowed, permissions: [] } },
    ],
  ])('logs a line and shows nothing where %s', async (_, text, options) => {
    const { page, patches } = await openSignIn(options)
    const line = logged(page, text)
    await enter(page)
    await line
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(patches).toEqual([])
  })

  it('logs a line and shows nothing when the push service never answers', long, async () => {
    const { page, patches } = await openSignIn({ answers: false })
    await page.clock.install()
    const line = logged(page, 'No answer in 30 s')
    await enter(page)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.ready.then(() => true))).toBe(true)
    await page.clock.fastForward(31_000)
    await line
    expect(patches).toEqual([])
  })
})
