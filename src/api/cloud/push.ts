import type { Backend, Me, PushMessage } from '~/src/api/backend'
import { remoteConfig } from './remote-config'

const messages = () => import('./messages')

let started = false

/** Sends this browser's push token to the functions if it is new; failures are only logged. */
export const startPush = async (
  me: Me,
  request: Backend['request'],
  onMessage: (message: PushMessage) => void,
) => {
  if (started) return
  started = true
  try {
    const [{ openMessages }, { vapidKey }] = await Promise.all([messages(), remoteConfig()])
    const messageToken = await openMessages(vapidKey, onMessage)
    if (messageToken === me.profile.messageToken) return
    await request(`users/${encodeURIComponent(me.uid)}`, { method: 'PATCH', json: { messageToken } })
  } catch (error) {
    console.warn('Push notifications are off.', error)
  }
}

export const stopPush = async () => {
  if (started) await (await messages()).closeMessages()
}
