import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceNotifications, keepPush, stopPush } from '~/src/api/onpremise/push'
import { DEVICE } from '~/src/api/session'
import { freshBrowser } from '../support/browser/fresh-browser'
import { personOf } from '../support/server/person'

freshBrowser()

const me = personOf('admin')

/** A browser with a push service, and the requests it sends to the server. */
const pushing = (permission: NotificationPermission, endpoint = 'https://push.example/1') => {
  let subscription: { toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null
  const unsubscribe = vi.fn(async () => {
    subscription = null
    return true
  })
  const subscribe = vi.fn(async () => {
    subscription = { toJSON: () => ({ endpoint }), unsubscribe }
    return subscription
  })
  const registration = { pushManager: { subscribe, getSubscription: async () => subscription } }
  const notification = { permission, requestPermission: vi.fn(async () => notification.permission) }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: vi.fn(async () => registration), getRegistration: async () => registration },
  })
  const request = vi.fn(async () => ({}))
  const device = deviceNotifications('key', request as never)
  if (!device) throw new Error('This browser has a push service')
  return { device, request, subscribe, unsubscribe, notification, registration }
}

const lastBody = (request: { readonly mock: { readonly calls: readonly unknown[][] } }) =>
  request.mock.calls.at(-1)?.[1]

beforeEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  return () => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  }
})

describe('push notifications of this device', () => {
  it('offers no push notifications in a browser without a push service', () => {
    expect(deviceNotifications('key', vi.fn() as never)).toBeUndefined()
  })

  it.each([
    ['denied', 'refused'],
    ['default', 'off'],
    ['granted', 'on'],
  ] as const)('the state of push notifications with the permission %s is %s', (permission, state) => {
    expect(pushing(permission).device.state()).toBe(state)
  })

  it('subscribes with the server’s key and sends the push endpoint to the server', async () => {
    const { device, request, subscribe } = pushing('granted')
    await device.switchOn(me)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(request).toHaveBeenCalledWith('users/me', {
      method: 'PATCH',
      json: { messageToken: '{"endpoint":"https://push.example/1"}' },
    })
    expect(localStorage.getItem(DEVICE)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('sends the push endpoint once per user of the browser', async () => {
    const { device, request } = pushing('granted')
    await device.switchOn(me)
    await device.switchOn(me)
    expect(request).toHaveBeenCalledOnce()
    await device.switchOn({ ...me, uid: 'you/..' })
    expect(request).toHaveBeenLastCalledWith('users/you%2F..', expect.anything())
  })

  it('sends the push endpoint again if the server did not store it', async () => {
    const { device, request } = pushing('granted')
    request.mockRejectedValueOnce(new Error('Offline'))
    await expect(device.switchOn(me)).rejects.toThrow('Offline')
    await device.switchOn(me)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('leaves push notifications off and sends nothing when permission is denied', async () => {
    const { device, request, subscribe, notification } = pushing('default')
    notification.permission = 'denied'
    await device.switchOn(me)
    expect(subscribe).not.toHaveBeenCalled()
    expect(request).not.toHaveBeenCalled()
    expect(device.state()).toBe('refused')
  })

  it('unsubscribes in the browser and on the server until push notifications are switched on again', async () => {
    const { device, request, unsubscribe } = pushing('granted')
    await device.switchOn(me)
    await device.switchOff(me)
    expect(unsubscribe).toHaveBeenCalledOnce()
    expect(lastBody(request)).toMatchObject({ json: { messageToken: null } })
    expect(device.state()).toBe('off')
    expect(localStorage.getItem(DEVICE)).toBeNull()
    await device.switchOn(me)
    expect(device.state()).toBe('on')
    expect(lastBody(request)).toMatchObject({
      json: { messageToken: expect.stringContaining('push.example') },
    })
  })
})

describe('push notifications at the start of a session', () => {
  it('sends a changed push subscription when push notifications are on', async () => {
    const { device, request } = pushing('granted')
    await keepPush(me, async () => device)
    expect(request).toHaveBeenCalledOnce()
  })

  it('requests no permission when push notifications are off or unavailable', async () => {
    const { device, notification } = pushing('default')
    await keepPush(me, async () => device)
    await keepPush(me, async () => undefined)
    expect(notification.requestPermission).not.toHaveBeenCalled()
  })

  it('logs a failure of the push service without failing the session', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await keepPush(me, () => Promise.reject(new Error('Offline')))
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

describe('push notifications at sign-out', () => {
  it('ends the push subscription at sign-out', async () => {
    const { device, unsubscribe } = pushing('granted')
    await device.switchOn(me)
    await stopPush()
    expect(unsubscribe).toHaveBeenCalledOnce()
    expect(localStorage.getItem(DEVICE)).toBeNull()
  })

  it('signs out without waiting for an unresponsive push service and despite its errors', async () => {
    const { registration, unsubscribe, device } = pushing('granted')
    await device.switchOn(me)
    unsubscribe.mockRejectedValueOnce(new Error('No service'))
    await expect(stopPush()).resolves.toBeUndefined()
    vi.useFakeTimers()
    registration.pushManager.getSubscription = () => new Promise(() => undefined)
    const stopped = stopPush()
    await vi.advanceTimersByTimeAsync(2000)
    await expect(stopped).resolves.toBeUndefined()
    vi.useRealTimers()
  })
})
