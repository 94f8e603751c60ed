import type { FastifyBaseLogger } from 'fastify'
import webPush, { type PushSubscription, WebPushError } from 'web-push'
import { z } from 'zod'
import { type Config, panelAddress } from '~/server/platform/config/config'
import type { MessagingSettings } from '~/server/platform/firebase/messages'

/** A message to a user, on any page of the panel. */
export type Notification = {
  /** Uid of the recipient. */
  readonly user: string
  /** Identifies duplicates: a message may be delivered twice. */
  readonly id: string
  readonly title: string
  /** The panel path with more information. */
  readonly path: string
  /** ISO time. */
  readonly at: string
  /** The session that caused it: its tabs have shown the outcome themselves. */
  readonly causedBy?: string | undefined
}

/**
 * Push services of the browser vendors. The client supplies the endpoint, so it is restricted to known hosts.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
] as const

const TIME_OUT = 10_000
/** Seconds for which a push service stores a notification for an offline browser. */
const KEPT = 86_400
/** Status codes for a subscription that no longer exists. */
const GONE = [404, 410]

const subscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

const isUnder = (host: string, known: string) => host === known || host.endsWith(`.${known}`)

/** Parses a `messageToken`; undefined if it is invalid or its endpoint is not on a known host. */
const readSubscription = (token: string, more: readonly string[] = []): PushSubscription | undefined => {
  try {
    const read = subscription.parse(JSON.parse(token))
    const { hostname } = new URL(read.endpoint)
    return [...services, ...more].some(known => isUnder(hostname, known)) ? read : undefined
  } catch {
    return undefined
  }
}

type Settings = Pick<
  Config,
  'PUSH_PUBLIC_KEY' | 'PUSH_PRIVATE_KEY' | 'PUSH_SERVICES' | 'PUBLIC_URL' | 'PORT'
> &
  Partial<Pick<Config, 'FIREBASE_ACCOUNTS' | 'FIREBASE_PANEL_ORIGIN'>> &
  MessagingSettings

/** The subscriptions of users, as JSON text. */
export type PushTokens = {
  /** The subscription of a user who may be notified; undefined if there is none. */
  find(user: string): Promise<string | undefined>
  /** Deletes a subscription that the push service no longer knows. */
  forget(token: string): Promise<void>
}

/** The VAPID contact for push services. */
const contact = ({ PUBLIC_URL }: Settings) =>
  PUBLIC_URL?.startsWith('https:') ? PUBLIC_URL : 'mailto:postmaster@localhost'

/** Whether a service took a message; `gone`: it no longer knows the browser. */
type Sent = 'sent' | 'gone'

type Send = (token: string, notification: Notification) => Promise<Sent>

const isSubscription = (token: string) => token.startsWith('{')

/** Sends Web Push notifications, for browsers without an open panel tab; undefined without keys. */
const byWebPush = (settings: Settings): Send | undefined => {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SERVICES } = settings
  if (!publicKey || !privateKey) return undefined
  const vapidDetails = { subject: contact(settings), publicKey, privateKey }
  return async (token, { id, title, path }) => {
    const target = readSubscription(token, PUSH_SERVICES)
    if (!target) return 'sent'
    try {
      const options = { vapidDetails, TTL: KEPT, timeout: TIME_OUT }
      await webPush.sendNotification(target, JSON.stringify({ id, title, path }), options)
      return 'sent'
    } catch (error) {
      const status = error instanceof WebPushError ? error.statusCode : undefined
      if (status !== undefined && GONE.includes(status)) return 'gone'
      throw error
    }
  }
}

/** Sends the messages of a Firebase project; undefined if accounts are not synchronised. */
const byFirebase = (settings: Settings): Send | undefined =>
  settings.FIREBASE_ACCOUNTS
    ? async (token, { id, title, path }) => {
        const { sendCloudMessage } = await import('~/server/platform/firebase/messages')
        return sendCloudMessage(settings, { token, id, title, link: panelAddress(settings) + path })
      }
    : undefined

/**
 * Sends notifications to the browsers of users, each by the service that its token is of. Sends nothing by a service
 * without settings.
 */
export const createPush = (
  settings: Settings,
  tokens: PushTokens,
  log: FastifyBaseLogger,
  isAwaited = false,
): Push => {
  const [web, firebase] = [byWebPush(settings), byFirebase(settings)]
  if (!web && !firebase) return { send: async () => undefined, isAwaited }

  /** Logs push failures instead of throwing: the notification is in the mailbox too. */
  const send = async (notification: Notification) => {
    const { user } = notification
    const token = await tokens.find(user)
    const by = token && (isSubscription(token) ? web : firebase)
    if (!by) return
    try {
      if ((await by(token, notification)) === 'gone') await tokens.forget(token)
    } catch (error) {
      log.warn({ user, error: String(error) }, 'a push message was not taken')
    }
  }
  return { send, isAwaited }
}

export type Push = {
  send(notification: Notification): Promise<unknown>
  /** Whether requests wait until a message is sent. */
  readonly isAwaited: boolean
}
