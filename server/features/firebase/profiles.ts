import { isObject } from '~/model/objects'
import { type FirebaseSettings, googleHeaders } from '~/server/platform/firebase/admin'

/** Milliseconds that Firestore has to answer. */
const TIME_OUT = 15_000

/** A value in the format of Firestore's REST API. */
const encode = (value: unknown): object => {
  if (value === null || value === undefined) return { nullValue: null }
  if (isObject(value)) return { mapValue: { fields: encodeFields(value) } }
  return { stringValue: String(value) }
}

const encodeFields = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, encode(value)]))

const addressOf = ({ FIRESTORE_EMULATOR_HOST, FIREBASE_PROJECT_ID }: FirebaseSettings, uid: string) => {
  const origin = FIRESTORE_EMULATOR_HOST
    ? `http://${FIRESTORE_EMULATOR_HOST}`
    : 'https://firestore.googleapis.com'
  return `${origin}/v1/projects/${FIREBASE_PROJECT_ID}/databases/(default)/documents/users/${encodeURIComponent(uid)}`
}

const call = async (settings: FirebaseSettings, method: string, url: string, body?: object) => {
  const response = await fetch(url, {
    method,
    headers: await googleHeaders(settings),
    signal: AbortSignal.timeout(TIME_OUT),
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok && !(method === 'DELETE' && response.status === 404))
    throw new Error(`Firestore answered ${response.status}: ${text.slice(0, 200)}`)
}

/** What the panel reads of its user in `users/<uid>`. */
export type Profile = Readonly<Record<string, string | null | Readonly<Record<string, string>>>>

/**
 * Writes these fields of the document `users/<uid>`, and leaves others. Over REST: this is the only document that the
 * server writes, and the client of Firestore would add gRPC to every function.
 */
export const writeProfile = (settings: FirebaseSettings, uid: string, profile: Profile) => {
  const mask = Object.keys(profile).map(key => `updateMask.fieldPaths=${key}`)
  const url = `${addressOf(settings, uid)}?${mask.join('&')}`
  return call(settings, 'PATCH', url, { fields: encodeFields(profile) })
}

export const deleteProfile = (settings: FirebaseSettings, uid: string) =>
  call(settings, 'DELETE', addressOf(settings, uid))
