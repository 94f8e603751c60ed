import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, signIn } from '../support/browser'
import { demoPassword } from '../support/test-server'
import { moveToFirebase, stage } from './accounts'
import { visit } from './visit'

const token = 'token-of-this-browser'
const withKey = { remoteConfig: { vapidKey: 'B'.repeat(87) }, permissions: ['notifications'] }
const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

let browser: Browser
let person: { uid: string; email: string }
beforeAll(async () => {
  ;[browser, person] = await Promise.all([launchBrowser(), moveToFirebase('root')])
})
afterAll(() => browser.close())

/** What the browser's maker and Google would answer; neither is reached from a test. */
const pushService = async (context: BrowserContext) => {
  await context.route('https://fcmregistrations.googleapis.com/**', route =>
    route.fulfill({ json: { token }, headers: cors }),
  )
  await context.addInitScript(() => {
    const subscription = {
      endpoint: 'https://push.test/here',
      expirationTime: null,
      options: {},
      getKey: (name: string) => new Uint8Array(name === 'p256dh' ? 65 : 16).fill(4).buffer,
      unsubscribe: async () => true,
    }
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => subscription as never
  })
}

it('the token of this browser is told to the functions once, and messages are shown as toasts', async () => {
  const { page, context } = await visit(browser, '/home', withKey)
  await pushService(context)
  await page.reload()
  const told = page.waitForRequest(request => request.method() === 'PATCH')
  await signIn(page, person.email, demoPassword)
  const call = await told
  expect(call.url()).toBe(`http://${stage.functions}/demo-vecto/europe-west1/users/${person.uid}`)
  expect(call.postDataJSON()).toEqual({ messageToken: token })
  expect((await call.response())?.status()).toBe(200)

  await page.evaluate(() => {
    const data = {
      isFirebaseMessaging: true,
      messageType: 'push-received',
      notification: { title: 'Your 3D video is ready', body: 'Harbour at dawn' },
      from: '123456789012',
      fcmMessageId: 'm1',
    }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  })
  await page.getByRole('alert').getByText('Your 3D video is ready — Harbour at dawn').waitFor()
})
