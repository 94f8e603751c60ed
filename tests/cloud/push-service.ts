import type { BrowserContext, Page } from 'playwright'

/** The token that Firebase gives this browser. */
export const token = 'token-of-this-browser'

/** The Remote Config and permission that push messages require. */
export const allowed = { remoteConfig: { vapidKey: 'B'.repeat(87) }, permissions: ['notifications'] }

const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}

/** Mocks the push services of the browser and of Google, or lets them never answer. */
export const pushService = async (context: BrowserContext, { answers = true } = {}) => {
  await context.route('https://fcmregistrations.googleapis.com/**', route =>
    route.fulfill({ json: { token }, headers }),
  )
  await context.addInitScript(answering => {
    const subscription = {
      endpoint: 'https://push.test/here',
      expirationTime: null,
      options: {},
      getKey: (name: string) => new Uint8Array(name === 'p256dh' ? 65 : 16).fill(4).buffer,
      unsubscribe: async () => true,
    }
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = () =>
      answering ? Promise.resolve(subscription as never) : new Promise(() => undefined)
  }, answers)
}

/** A message as Firebase's worker hands it to the open page. */
export const receive = (page: Page, notification: { title: string; body: string }) =>
  page.evaluate(shown => {
    const data = {
      isFirebaseMessaging: true,
      messageType: 'push-received',
      notification: shown,
      from: '123456789012',
      fcmMessageId: 'm1',
    }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, notification)
