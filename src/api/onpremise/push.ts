import type { Backend, DeviceNotifications, Me } from '~/src/api/backend'
import { localStore } from '~/src/api/browser-storage'
import { DEVICE } from '~/src/api/session'

/** Kept after sign-out: it belongs to this browser, and contains no personal data. */
const SWITCHED_OFF = 'vecto.store.preferences.noticesOff'
/** Milliseconds: signing out must not wait longer for it. */
const FORGET_TIME_OUT = 2_000

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')

const digestOf = async (text: string) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const worker = () => navigator.serviceWorker.register('/push-worker.js')

const saveToken = (request: Backend['request'], me: Me, messageToken: string | null) =>
  request(`users/${encodeURIComponent(me.uid)}`, { method: 'PATCH', json: { messageToken } })

/** Subscribes to the browser's push service, and sends the subscription to the server if it is new. */
const subscribe = async (pushKey: string, request: Backend['request'], me: Me) => {
  const registration = await worker()
  const known = await registration.pushManager.getSubscription()
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const token = JSON.stringify(known ?? (await registration.pushManager.subscribe(options)))
  const digest = await digestOf(`${me.uid} ${token}`)
  if (localStore.get(DEVICE) === digest) return
  await saveToken(request, me, token)
  localStore.set(DEVICE, digest)
}

const unsubscribe = async () => {
  const registration = await navigator.serviceWorker.getRegistration('/push-worker.js')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  localStore.remove(DEVICE)
}

const state = () => {
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStore.get(SWITCHED_OFF) === null ? 'on' : 'off'
}

/** Web Push with the server's own key. Undefined if the browser or origin lacks it: it requires https. */
export const deviceNotifications = (
  pushKey: string,
  request: Backend['request'],
): DeviceNotifications | undefined =>
  isPossible()
    ? {
        state,
        switchOn: async me => {
          if ((await Notification.requestPermission()) !== 'granted') return
          await subscribe(pushKey, request, me)
          localStore.remove(SWITCHED_OFF)
        },
        switchOff: async me => {
          localStore.set(SWITCHED_OFF, '1')
          await unsubscribe()
          await saveToken(request, me, null)
        },
      }
    : undefined

/** If the user has enabled notifications, sends a changed subscription to the server; only logs failures. */
export const keepPush = async (me: Me, open: () => Promise<DeviceNotifications | undefined>) => {
  try {
    const device = await open()
    if (device?.state() === 'on') await device.switchOn(me)
  } catch (error) {
    console.warn('Push notifications are off.', error)
  }
}

/** Stops notifications for the user who signs out here. */
export const stopPush = () =>
  Promise.race([
    unsubscribe().catch(() => undefined),
    new Promise<void>(resolve => setTimeout(resolve, FORGET_TIME_OUT)),
  ])
