import { views, viewsPerList } from '~/model/resources/views'
import type { Backend, SavedView } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { browserViews, keptViews } from './browser-views'

type DefaultView = { readonly list: string; readonly tab: string }
type Request = Backend['request']

const longest = views.fields.name.max ?? Number.POSITIVE_INFINITY

/** `Name`, then `Name (2)` and so on: the server has a view of that name, saved in another browser. */
const nameOf = ({ name }: SavedView, attempt: number) => {
  const number = attempt === 1 ? '' : ` (${attempt})`
  return name.slice(0, longest - number.length) + number
}

const isTaken = (error: unknown) => error instanceof BackendError && error.fields?.name === 'taken'

/** The server has stored the view under another name before, and its answer was lost. */
const isStored = (error: unknown) => error instanceof BackendError && error.code === 'idempotency_reused'

/** Stores a view. Its id is the idempotency key: a repetition, even after a reload, does not store it twice. */
const store = async (view: SavedView, isDefault: boolean, request: Request, attempt = 1): Promise<void> => {
  const { id, list, tab, query } = view
  const json = {
    ...{ name: nameOf(view, attempt), list, isDefault },
    ...(tab && { tab }),
    ...(query && { query }),
  }
  try {
    await request(views.name, { method: 'POST', json, headers: { 'Idempotency-Key': id } })
  } catch (error) {
    if (isStored(error)) return
    if (!isTaken(error) || attempt > viewsPerList) throw error
    await store(view, isDefault, request, attempt + 1)
  }
}

const move = async (uid: string, defaults: readonly DefaultView[], request: Request) => {
  for (const view of keptViews(uid)) {
    const isOther = defaults.some(({ list, tab }) => list === view.list && tab === (view.tab ?? ''))
    try {
      await store(view, view.isDefault && !isOther, request)
      await browserViews({ uid, company: null }).remove(view.id)
    } catch (error) {
      // It stays in this browser, and the next start tries again.
      console.warn('A saved view stays in this browser.', error)
    }
  }
}

let moving: Promise<void> | undefined

/**
 * Moves the views of a user from this browser to the server: each is removed here once the server has stored it.
 * @param defaults the tabs of lists for which the server has a default view, which takes precedence
 */
export const moveViews = (uid: string, defaults: readonly DefaultView[], request: Request) => {
  moving ??= move(uid, defaults, request).finally(() => {
    moving = undefined
  })
  return moving
}
