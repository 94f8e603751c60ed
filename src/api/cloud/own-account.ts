import { asObject } from '~/model/objects'
import type { Backend, Me } from '~/src/api/backend'
import { readMe } from '~/src/api/read-me'
import { keptDefaults } from './browser-views'
import { moveViews } from './move-views'
import { reachOf } from './reach'

type DefaultView = ReturnType<typeof keptDefaults>[number]

const defaultsIn = (profile: Me['profile']): readonly DefaultView[] => {
  const views = Array.isArray(profile.defaultViews) ? profile.defaultViews : []
  return views.map(asObject).map(({ list, tab, query }) => ({
    ...{ list: String(list), tab: String(tab ?? ''), query: String(query ?? '') },
  }))
}

const sameTab = (one: DefaultView, other: DefaultView) => one.list === other.list && one.tab === other.tab

/**
 * The user as our server describes them: the profile in Firestore follows the database, and for a moment after a change it
 * still holds the values of before. Views that are still in this browser move to the server; until then, its own defaults apply.
 */
const withServer = (known: Me, answer: unknown, request: Backend['request']): Me => {
  const me = readMe(answer)
  const stored = defaultsIn(me.profile)
  const kept = keptDefaults(me.uid).filter(view => !stored.some(other => sameTab(view, other)))
  void moveViews(me.uid, stored, request)
  return { ...me, profile: { ...known.profile, ...me.profile, defaultViews: [...stored, ...kept] } }
}

/**
 * The user of a profile, with what is needed beyond it.
 * @param account the answer of our server to `users/me`; undefined for functions of another provider, which say less
 */
export const withAccount = async (known: Me, account: unknown, request: Backend['request']): Promise<Me> =>
  account === undefined
    ? {
        ...known,
        profile: { ...known.profile, defaultViews: keptDefaults(known.uid) },
        reach: await reachOf(known.role, known.company, request),
      }
    : withServer(known, account, request)
