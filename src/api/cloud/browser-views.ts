import { asObject } from '~/model/objects'
import { viewsPerList } from '~/model/resources/views'
import type { SavedView, ViewCalls, ViewChanges, ViewOwner } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { localStore } from '~/src/api/browser-storage'
import { toHttpError } from '~/src/api/contract/records'
import { VIEWS } from '~/src/api/session'

const keyOf = (uid: string) => VIEWS + uid

const isView = (view: unknown): view is SavedView => {
  const { id, name, list } = asObject(view)
  return [id, name, list].every(text => typeof text === 'string')
}

/** The views stored in this browser for a user, without entries of another format. */
export const keptViews = (uid: string): SavedView[] => {
  try {
    const kept: unknown = JSON.parse(localStore.get(keyOf(uid)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isView) : []
  } catch {
    return []
  }
}

/** The default views of lists, in the format of the server's session. */
export const keptDefaults = (uid: string) =>
  keptViews(uid)
    .filter(({ isDefault }) => isDefault)
    .map(({ list, tab, query }) => ({ list, tab: tab ?? '', query: query ?? '' }))

const blank = { name: '', list: '', tab: '', query: '', shared: false, isDefault: false, createdBy: null }

const sameTab = (one: SavedView, other: SavedView) =>
  one.list === other.list && (one.tab ?? '') === (other.tab ?? '')

/** The same errors as the server's. */
const refuse = (views: readonly SavedView[], next: SavedView) => {
  const others = views.filter(({ id, list }) => list === next.list && id !== next.id)
  const isTaken = others.some(
    ({ name }) => name.localeCompare(next.name, undefined, { sensitivity: 'base' }) === 0,
  )
  if (isTaken)
    throw toHttpError(new BackendError(422, 'validation', 'The name is taken', { fields: { name: 'taken' } }))
  if (others.length >= viewsPerList)
    throw toHttpError(
      new BackendError(422, 'too_many_views', 'Too many views', {
        body: { params: { limit: viewsPerList } },
      }),
    )
}

/** Views stored in this browser, for functions that have no call for them: no other user sees them. */
export const browserViews = ({ uid }: ViewOwner): ViewCalls => {
  const put = async (next: SavedView) => {
    const views = keptViews(uid)
    refuse(views, next)
    const others = views
      .filter(({ id }) => id !== next.id)
      .map(view => (next.isDefault && sameTab(view, next) ? { ...view, isDefault: false } : view))
    localStore.set(keyOf(uid), JSON.stringify([...others, next]))
  }
  const named = (changes: ViewChanges) => ({ ...changes, ...(changes.name && { name: changes.name.trim() }) })
  return {
    sharing: false,
    list: async list => ({
      own: keptViews(uid)
        .filter(view => view.list === list)
        .sort((one, other) => one.name.localeCompare(other.name)),
      shared: [],
    }),
    create: view => put({ ...blank, ...named(view), id: crypto.randomUUID() }),
    update: (view, changes) => put({ ...view, ...named(changes) }),
    remove: async id => {
      localStore.set(keyOf(uid), JSON.stringify(keptViews(uid).filter(view => view.id !== id)))
      return undefined
    },
  }
}
