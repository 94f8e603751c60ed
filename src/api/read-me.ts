import type { Link } from '~/model/fields'
import { isRole } from '~/model/grants'
import { languages } from '~/model/languages'
import { intercepted } from './answer'
import type { CompaniesInReach, Me } from './backend'
import { BackendError } from './backend-error'

type Profile = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value : '')

const isProfile = (value: unknown): value is Profile => typeof value === 'object' && value !== null

const link = (value: unknown): Link | null =>
  isProfile(value) && typeof value.ref === 'string' ? { ref: value.ref, label: text(value.label) } : null

const uids = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((uid): uid is string => typeof uid === 'string') : []

const reach = (profile: Profile): CompaniesInReach => {
  const said = isProfile(profile.reach) ? profile.reach : {}
  return {
    own: uids(said.own),
    managed: uids(said.managed),
    open: uids(said.open),
    licensed: profile.licensed === true,
  }
}

/** The role is a key, or a record with its key and label. */
const roleOf = (profile: Profile) =>
  isProfile(profile.role)
    ? { key: profile.role.key, label: text(profile.roleLabel) || text(profile.role.label) }
    : { key: profile.role, label: text(profile.roleLabel) }

/**
 * Parses the user object that `login` and `users/me` return.
 * @throws BackendError `no_role` for a user without one, `intercepted` for any other format
 */
export const readMe = (answer: unknown): Me => {
  const profile = isProfile(answer) ? answer : {}
  const uid = text(profile.uid) || text(profile.objectId)
  if (uid === '') throw intercepted('The answer is no user')
  const role = roleOf(profile)
  if (!isRole(role.key)) throw new BackendError(403, 'no_role', 'The account has no role')
  return {
    uid,
    email: text(profile.email),
    firstname: text(profile.firstname),
    lastname: text(profile.lastname),
    lang: languages.find(known => known === profile.lang) ?? languages[0],
    role: role.key,
    roleLabel: role.label,
    company: link(profile.company),
    reach: reach(profile),
    profile: Object.fromEntries(Object.entries(profile).filter(([key]) => key !== 'sessionToken')),
  }
}
