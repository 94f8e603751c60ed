import { isRole, type Role, roles } from './roles'

/**
 * Whom a grant reaches, as words, so that one declaration can be printed, turned into SQL, tested on a record
 * and shown as "maybe" in a menu:
 * - `all`: every record;
 * - `own`: records of the actor's company;
 * - `managed`: records of companies whose partner is the actor's company;
 * - `open`: the managed ones that give access (`allowPartnerAccess`);
 * - `licensed`: every record, if the actor's company may create companies;
 * - `published`: records in the state that the definition calls published, whoever asks;
 * - `self`: what is about the actor: their own user record, their sessions, their invitations.
 */
export const scopeNames = ['all', 'own', 'managed', 'open', 'licensed', 'published', 'self'] as const
export type ScopeName = (typeof scopeNames)[number]

/** Reach by role. An absent role is refused. */
export type Grant = { readonly [R in Role]?: ScopeName | readonly ScopeName[] }

/** Who is asking, with the companies in reach already looked up. */
export type Actor = {
  readonly uid: string
  readonly role: Role
  readonly company: string | null
  readonly managed: readonly string[]
  readonly open: readonly string[]
  readonly licensed: boolean
}

/**
 * A grant resolved for one actor: everything, nothing, or records of these companies, what is published, oneself;
 * `ranks`: among them those about users of these roles alone, or of none.
 */
export type Scope =
  | 'all'
  | 'none'
  | {
      readonly companies: readonly string[]
      readonly published: boolean
      readonly self: string | null
      readonly ranks?: readonly Role[]
    }

export const scopeNamesOf = (grant: Grant | undefined, role: Role): readonly ScopeName[] => {
  const granted = grant?.[role]
  return granted === undefined ? [] : typeof granted === 'string' ? [granted] : granted
}

const companiesIn = (reach: ScopeName, actor: Actor): readonly string[] => {
  if (reach === 'own') return actor.company ? [actor.company] : []
  if (reach === 'managed') return actor.managed
  return reach === 'open' ? actor.open : []
}

/** First reading: the rows. The server turns a scope into SQL. */
export const scopeOf = (grant: Grant | undefined, actor: Actor): Scope => {
  const granted = scopeNamesOf(grant, actor.role)
  if (granted.includes('all') || (granted.includes('licensed') && actor.licensed)) return 'all'
  const companies = [...new Set(granted.flatMap(reach => companiesIn(reach, actor)))]
  const self = granted.includes('self') ? actor.uid : null
  const published = granted.includes('published')
  return companies.length === 0 && self === null && !published ? 'none' : { companies, published, self }
}

/** What a scope is tested against: the uids of the user a record is about and of the company it belongs to. */
export type Owned = {
  readonly user: string | null
  readonly company: string | null
  readonly published: boolean
  /** Of the user that the record is, where the definition says so. */
  readonly role: unknown
}

/** Second reading: one record. */
export const covers = (scope: Scope, owned: Owned): boolean => {
  if (typeof scope === 'string') return scope === 'all'
  if (scope.ranks && isRole(owned.role) && !scope.ranks.includes(owned.role)) return false
  if (scope.self !== null && scope.self === owned.user) return true
  if (scope.published && owned.published) return true
  return owned.company !== null && scope.companies.includes(owned.company)
}

/** Third reading, "maybe": could this role ever be allowed? For menus and for 403 before any record is known. */
export const canEver = (grant: Grant | undefined, role: Role) => scopeNamesOf(grant, role).length > 0

/** The same reach for every role. */
export const everyone = (reach: ScopeName): Grant => Object.fromEntries(roles.map(role => [role, reach]))

/** The company itself and what says who works for it: its partner manages it either way. */
export const managing = { root: 'all', partner: ['own', 'managed'], admin: 'own' } as const satisfies Grant

/** Who runs a company's data: its administrators, and its partner while it gives access. */
export const staff = { root: 'all', partner: ['own', 'open'], admin: 'own' } as const satisfies Grant
