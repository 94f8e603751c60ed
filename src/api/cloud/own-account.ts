import { asObject } from '~/model/objects'
import type { Backend, Me } from '~/src/api/backend'
import { readMe } from '~/src/api/read-me'
import { keptDefaults } from './browser-views'
import type { Profile } from './identity'
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
const describedByServer = (answer: unknown, profile: Profile, request: Backend['request']): Me => {
  const me = readMe(answer)
  const stored = defaultsIn(me.profile)
  const kept = keptDefaults(me.uid).filter(view => !stored.some(other => sameTab(view, other)))
  void moveViews(me.uid, stored, request)
  return { ...me, profile: { ...profile, ...me.profile, defaultViews: [...stored, ...kept] } }
}

/** The user as functions of another provider leave them: those say less than the profile in Firestore. */
const describedByProfile = async (profile: Profile, request: Backend['request']): Promise<Me> => {
  const me = readMe(profile)
  return {
    ...me,
    profile: { ...me.profile, defaultViews: keptDefaults(me.uid) },
    reach: await reachOf(me.role, me.company, request),
  }
}

/**
 * The signed-in user.
 * @param profile the user's document in Firestore
 * @param account the answer of our server to `users/me`; undefined for functions of another provider
 */
export const readAccount = async (profile: Profile, account: unknown, request: Backend['request']) =>
  account === undefined ? describedByProfile(profile, request) : describedByServer(account, profile, request)
