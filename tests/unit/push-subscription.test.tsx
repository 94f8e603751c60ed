import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceNotifications, keepPush, stopPush } from '~/src/api/onpremise/push'
import { DEVICE } from '~/src/api/session'
import { freshBrowser } from '../support/fresh-browser'
import { personOf } from '../support/person'

freshBrowser()

const me = personOf('admin')

/** A browser with a push service, and what it does with the server. */
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

describe('notifications of this device', () => {
  it('are not offered by a browser without a push service', () => {
    expect(deviceNotifications('key', vi.fn() as never)).toBeUndefined()
  })

  it.each([
    ['denied', 'refused'],
    ['default', 'off'],
    ['granted', 'on'],
  ] as const)('are, with the permission %s, %s', (permission, state) => {
    expect(pushing(permission).device.state()).toBe(state)
  })

  it('are switched on with the server’s key, and the server is told where to send them', async () => {
    const { device, request, subscribe } = pushing('granted')
    await device.switchOn(me)
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' })
    expect(request).toHaveBeenCalledWith('users/me', {
      method: 'PATCH',
      json: { messageToken: '{"endpoint":"https://push.example/1"}' },
    })
    expect(localStorage.getItem(DEVICE)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are told to the server once, and again for another person of this browser', async () => {
    const { device, request } = pushing('granted')
    await device.switchOn(me)
    await device.switchOn(me)
    expect(request).toHaveBeenCalledOnce()
    await device.switchOn({ ...me, uid: 'you/..' })
    expect(request).toHaveBeenLastCalledWith('users/you%2F..', expect.anything())
  })

  it('are told again where the server did not take it', async () => {
    const { device, request } = pushing('granted')
    request.mockRejectedValueOnce(new Error('Offline'))
    await expect(device.switchOn(me)).rejects.toThrow('Offline')
    await device.switchOn(me)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('stay off where the person refuses, and nothing is sent', async () => {
    const { device, request, subscribe, notification } = pushing('default')
    notification.permission = 'denied'
    await device.switchOn(me)
    expect(subscribe).not.toHaveBeenCalled()
    expect(request).not.toHaveBeenCalled()
    expect(device.state()).toBe('refused')
  })

  it('are switched off here and on the server, and stay off until they are switched on', async () => {
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

describe('at the start of a session', () => {
  it('a changed subscription is sent, where they are on', async () => {
    const { device, request } = pushing('granted')
    await keepPush(me, async () => device)
    expect(request).toHaveBeenCalledOnce()
  })

  it('nobody is asked for a permission, where they are off or not possible', async () => {
    const { device, notification } = pushing('default')
    await keepPush(me, async () => device)
    await keepPush(me, async () => undefined)
    expect(notification.requestPermission).not.toHaveBeenCalled()
  })

  it('a failure is logged, and keeps nobody out', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await keepPush(me, () => Promise.reject(new Error('Offline')))
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

describe('signing out', () => {
  it('ends the subscription', async () => {
    const { device, unsubscribe } = pushing('granted')
    await device.switchOn(me)
    await stopPush()
    expect(unsubscribe).toHaveBeenCalledOnce()
    expect(localStorage.getItem(DEVICE)).toBeNull()
  })

  it('does not wait for a push service that does not answer, nor fail with it', async () => {
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
