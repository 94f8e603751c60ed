import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { startPushService } from '../support/browser/push-service'

let service: Awaited<ReturnType<typeof startPushService>>
let panel: Panel
beforeAll(async () => {
  service = await startPushService()
  panel = await startPanel({ notifying: true, env: service.settings })
})
afterAll(async () => {
  await panel.stop()
  await service.stop()
})

/** Mocks PushManager with the endpoint of the test’s push service: the vendor’s is not reachable from tests. */
const standIn = (context: BrowserContext, token: string) =>
  context.addInitScript(given => {
    const subscription = {
      toJSON: () => JSON.parse(given),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed')
        return true
      },
    }
    const get = async () => (sessionStorage.getItem('subscribed') ? subscription : null)
    PushManager.prototype.getSubscription = get as never
    PushManager.prototype.subscribe = (async () => {
      sessionStorage.setItem('subscribed', '1')
      return subscription
    }) as never
  }, token)

const openProfile = async (token: string, permissions: string[]) => {
  const opened = await panel.openAs('viewer', '/home', { locale: 'en-GB', permissions })
  await standIn(opened.context, token)
  const patches: unknown[] = []
  opened.page.on('request', request => {
    if (request.method() === 'PATCH') patches.push(request.postDataJSON())
  })
  await opened.page.goto('/user/record')
  const section = opened.page.getByRole('region', { name: 'Notifications on this device' })
  return {
    ...opened,
    patches,
    device: section.getByRole('switch', { name: 'Send notifications to this browser' }),
  }
}

/** Delivers a push message to the service worker, as the browser does. */
const deliver = async (page: Page, data: object) => {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = panel.server.url
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(data),
  })
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return (await registration?.getNotifications())?.map(({ title, data }) => [title, data]) ?? []
  })

describe('push notifications', () => {
  it('push notifications register with the server, survive a reload and end at sign-out', async () => {
    await panel.speak('viewer', 'en')
    const { token } = service.browser('device')
    const { page, device, patches } = await openProfile(token, ['notifications'])
    await device.waitFor()
    // The permission was granted before, so the panel has registered the device on its own.
    await expect.poll(() => patches).toEqual([{ messageToken: JSON.stringify(JSON.parse(token)) }])
    expect(await device.isChecked()).toBe(true)
    await page.reload()
    await device.waitFor()
    await device.click()
    await expect.poll(() => patches.at(-1)).toEqual({ messageToken: null })
    await expect.poll(() => device.isEnabled()).toBe(true)
    await device.click()
    await expect.poll(() => patches.length).toBe(3)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.getItem('vecto.device')])).toEqual([
      0,
      null,
    ])
    panel.forget('viewer')
  })

  it('push notifications are shown only while no tab of the panel is open', async () => {
    const { page, device } = await openProfile(service.browser('other').token, ['notifications'])
    await device.waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const message = { id: 'n1', title: 'Harbour at dawn is ready', path: '/video3d' }
    await deliver(page, message)
    await page.goto('about:blank')
    await deliver(page, { ...message, id: 'n2', title: 'Nobody looks' })
    await page.goto('/home')
    await expect.poll(() => shown(page)).toEqual([['Nobody looks', { path: '/video3d' }]])
  })

  it('the push notification switch is disabled with a hint when the browser blocks notifications', async () => {
    const { page, device } = await openProfile(service.browser('refused').token, [])
    await page.getByText('This browser blocks notifications from this site.').waitFor()
    expect(await device.isDisabled()).toBe(true)
  })
})
