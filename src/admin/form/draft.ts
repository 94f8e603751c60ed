import { DRAFTS, isExpiring } from '~/src/api/session'

type Values = Readonly<Record<string, unknown>>

/** By person and record: a draft is offered back to whoever typed it, nobody else. */
export const draftKey = (uid: string, resource: string, id: string) => `${DRAFTS}${uid}.${resource}.${id}`

export const readDraft = (key: string): Values | null => {
  try {
    const values: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof values === 'object' ? (values as Values | null) : null
  } catch {
    return null
  }
}

export const dropDraft = (key: string) => sessionStorage.removeItem(key)

export const keepDraft = (key: string, values: Values) => {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // Storage full or refused: the draft is a courtesy.
  }
}

/** An expired session leaves with a full load: the last keystrokes are kept, and the browser does not ask. */
export const guardExpiry = (key: string, values: () => Values | null) => {
  const write = () => {
    const draft = values()
    if (draft && isExpiring()) keepDraft(key, draft)
  }
  const pass = (event: Event) => {
    if (isExpiring()) event.stopImmediatePropagation()
  }
  addEventListener('pagehide', write)
  addEventListener('beforeunload', pass, { capture: true })
  return () => {
    removeEventListener('pagehide', write)
    removeEventListener('beforeunload', pass, { capture: true })
  }
}
