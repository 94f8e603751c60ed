import { isObject } from '~/model/objects'
import { sessionStore } from '~/src/api/browser-storage'
import { DRAFTS, isExpiring, onLeaving } from '~/src/api/session'

type Values = Readonly<Record<string, unknown>>

/** Keyed by user and record: a draft is offered only to the user who typed it. */
export const draftKey = (uid: string, resource: string, id: string) => `${DRAFTS}${uid}.${resource}.${id}`

export const readDraft = (key: string): Values | null => {
  try {
    const values: unknown = JSON.parse(sessionStore.get(key) ?? 'null')
    return isObject(values) ? values : null
  } catch {
    return null
  }
}

export const dropDraft = (key: string) => sessionStore.remove(key)

export const keepDraft = (key: string, values: Values) => {
  try {
    sessionStore.set(key, JSON.stringify(values))
  } catch {
    // Storage is full or blocked: drafts are best effort.
  }
}

/**
 * A session that has ended leaves with a full load: the last input is stored immediately, before the page goes and
 * without any press of a key, and the browser does not prompt.
 */
export const guardExpiry = (key: string, values: () => Values | null) => {
  const write = () => {
    const draft = values()
    if (draft) keepDraft(key, draft)
  }
  const writeLate = () => isExpiring() && write()
  const pass = (event: Event) => {
    if (isExpiring()) event.stopImmediatePropagation()
  }
  const release = onLeaving(write)
  addEventListener('pagehide', writeLate)
  addEventListener('beforeunload', pass, { capture: true })
  return () => {
    release()
    removeEventListener('pagehide', writeLate)
    removeEventListener('beforeunload', pass, { capture: true })
  }
}
