import { z } from 'zod'
import { type FirebaseSettings, googleHeaders } from './admin'

/** Milliseconds that Google's service has to take a message. */
const TIME_OUT = 10_000

/** Errors after which a token never works again: the browser has another one, or none. */
const DEAD = ['UNREGISTERED', 'SENDER_ID_MISMATCH']

const refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).default([]),
  }),
})

export type CloudMessage = {
  /** The registration token of a browser. */
  readonly token: string
  readonly id: string
  readonly title: string
  /** The panel's address of the subject. */
  readonly link: string
}

export type MessagingSettings = FirebaseSettings & {
  readonly FIREBASE_MESSAGING_HOST?: string | undefined
}

/** Undefined with the emulators, which have none for messages: nothing is sent outside this machine. */
const addressOf = ({
  FIREBASE_PROJECT_ID,
  FIREBASE_EMULATOR,
  FIREBASE_MESSAGING_HOST,
}: MessagingSettings) => {
  const origin = FIREBASE_MESSAGING_HOST
    ? `http://${FIREBASE_MESSAGING_HOST}`
    : FIREBASE_EMULATOR
      ? undefined
      : 'https://fcm.googleapis.com'
  return origin && `${origin}/v1/projects/${FIREBASE_PROJECT_ID}/messages:send`
}

/**
 * Sends a message by Firebase Cloud Messaging.
 * @returns `gone` if the token is dead @throws Error if the service does not take the message
 */
export const sendCloudMessage = async (
  settings: MessagingSettings,
  { token, id, title, link }: CloudMessage,
): Promise<'sent' | 'gone'> => {
  const url = addressOf(settings)
  if (!url) return 'sent'
  const message = { token, notification: { title }, data: { id, title }, webpush: { fcm_options: { link } } }
  const response = await fetch(url, {
    method: 'POST',
    headers: await googleHeaders(settings),
    signal: AbortSignal.timeout(TIME_OUT),
    body: JSON.stringify({ message }),
  })
  const text = await response.text()
  if (response.ok) return 'sent'
  const { data } = refusal.safeParse(JSON.parse(text || '{}'))
  const codes = data?.error.details.map(({ errorCode }) => errorCode) ?? []
  if (codes.some(code => code !== undefined && DEAD.includes(code))) return 'gone'
  throw new Error(`Cloud Messaging answered ${response.status}: ${data?.error.message ?? text.slice(0, 200)}`)
}
