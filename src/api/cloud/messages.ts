import {
  deleteToken,
  getMessaging,
  getToken,
  isSupported,
  type MessagePayload,
  type Messaging,
  onMessage as onForegroundMessage,
} from 'firebase/messaging'
import { withTimeout } from '~/model/with-timeout'
import type { PushMessage } from '~/src/api/backend'
import { firebase } from './firebase'
import { project } from './project'

/** Milliseconds: the push service may never answer, and Firebase's client then waits forever. */
const TIME_OUT = 30_000
/** Milliseconds: signing out must not wait longer for it. */
const FORGET_TIME_OUT = 2_000

const within = <T>(milliseconds: number, work: Promise<T>) =>
  withTimeout(milliseconds, work, new Error(`No answer in ${milliseconds / 1000} s`))

/** A separate file at the root, which reads the project from its URL (push-worker.ts). */
const register = async () => {
  const { emulators: _, remoteConfig: __, ...options } = await project()
  const config = encodeURIComponent(JSON.stringify(options))
  return navigator.serviceWorker.register(`/firebase-messaging-sw.js?config=${config}`)
}

const messageIn = ({ notification, data }: MessagePayload): PushMessage => ({
  title: notification?.title ?? data?.title ?? '',
  body: notification?.body ?? data?.body ?? '',
})

let messaging: Messaging | undefined

/**
 * Subscribes to the project's messages while the panel is open.
 * @returns the token that addresses this browser
 * @throws Error if the browser cannot, the user has denied it, or the push service does not answer
 */
export const openMessages = async (vapidKey: string, onMessage: (message: PushMessage) => void) => {
  if (!vapidKey) throw new Error('Remote Config holds no vapidKey')
  if (!(await isSupported())) throw new Error('This browser has no push messages')
  if (Notification.permission === 'denied') throw new Error('Notifications are refused in this browser')
  const { app } = await firebase()
  messaging = getMessaging(app)
  onForegroundMessage(messaging, payload => onMessage(messageIn(payload)))
  const serviceWorkerRegistration = await register()
  return within(TIME_OUT, getToken(messaging, { vapidKey, serviceWorkerRegistration }))
}

/** Stops push messages for the user who signs out here. */
export const closeMessages = async () => {
  if (messaging) await within(FORGET_TIME_OUT, deleteToken(messaging))
}
