/** Roles by ascending rank (specification §4). */
export const roles = ['viewer', 'editor', 'manager', 'admin', 'partner', 'root'] as const
export type Role = (typeof roles)[number]

/** Roles that manage a company's data and may assign roles. */
export const staffRoles = ['admin', 'partner', 'root'] as const satisfies readonly Role[]

/** Kind of company that the accounts of a role require; the other roles exist in every company. */
export const companiesFor = { partner: 'isPartner', root: 'isProvider' } as const satisfies {
  readonly [R in Role]?: string
}

type CompanyKind = (typeof companiesFor)[keyof typeof companiesFor]

/** Kind that a company lacks for accounts of this role; undefined if they may exist. */
export const missingFor = (
  role: Role,
  company: { readonly [K in CompanyKind]?: unknown } | undefined,
): CompanyKind | undefined => {
  if (role !== 'partner' && role !== 'root') return undefined
  const kind = companiesFor[role]
  return company?.[kind] === true ? undefined : kind
}

export const rankOf = (role: Role) => roles.indexOf(role)

export const isRole = (value: unknown): value is Role => roles.some(role => role === value)

/** Whether `role` ranks above `other`. Users cannot change users of a higher rank. */
export const ranksAbove = (role: Role, other: Role) => rankOf(role) > rankOf(other)

/** Roles that may assign `role`: root, partner and admin of at least its rank. */
export const accessListOf = (role: Role): Role[] => staffRoles.filter(giver => !ranksAbove(role, giver))

export const mayGive = (giver: Role, role: Role) => accessListOf(role).includes(giver)

/**
 * The records that a grant covers, by name, so that one declaration can be printed, turned into SQL, tested on a record
 * and checked before any record is known:
 * - `all`: every record;
 * - `own`: records of the actor's company;
 * - `managed`: records of companies whose partner is the actor's company;
 * - `open`: the managed ones that give access (`allowPartnerAccess`);
 * - `licensed`: every record, if the actor's company may create companies;
 * - `published`: records in the state that the definition calls published;
 * - `shared`: records of the actor's company in the state that the definition calls shared;
 * - `self`: records about the actor: their user record, sessions and invitations.
 */
export const scopeNames = [
  'all',
  'own',
  'managed',
  'open',
  'licensed',
  'published',
  'shared',
  'self',
] as const
export type ScopeName = (typeof scopeNames)[number]

/** Scopes by role. A role that is absent is refused. */
export type Grant = { readonly [R in Role]?: ScopeName | readonly ScopeName[] }

/** The user who makes a request, with the companies of their scopes. */
export type Actor = {
  readonly uid: string
  readonly role: Role
  readonly company: string | null
  readonly managed: readonly string[]
  readonly open: readonly string[]
  readonly licensed: boolean
  /** Another user sees the panel as this user: read-only, without confidential resources. */
  readonly viewed?: true
  /** An API token acts for the user: confidential resources are closed. */
  readonly program?: true
}

/**
 * A grant resolved for one actor: all records, none, or those of these companies, published ones, those that the company
 * `shared` shares, and the actor's own. `ranks`: limits them to users of these roles, and to records without a role;
 * `lists`: to records about these lists. `named`: the roles of users whose names are shown where a link is nameless above
 * the reader; absent: all.
 */
export type Scope =
  | 'all'
  | 'none'
  | {
      readonly companies: readonly string[]
      readonly published: boolean
      readonly self: string | null
      readonly shared?: string
      readonly ranks?: readonly Role[]
      readonly lists?: readonly string[]
      readonly named?: readonly Role[]
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

/** Resolves a grant to rows: the server turns the scope into SQL. */
export const scopeOf = (grant: Grant | undefined, actor: Actor): Scope => {
  const granted = scopeNamesOf(grant, actor.role)
  if (granted.includes('all') || (granted.includes('licensed') && actor.licensed)) return 'all'
  const companies = [...new Set(granted.flatMap(reach => companiesIn(reach, actor)))]
  const self = granted.includes('self') ? actor.uid : null
  const published = granted.includes('published')
  const shared = granted.includes('shared') ? actor.company : null
  if (companies.length === 0 && self === null && !published && shared === null) return 'none'
  return { companies, published, self, ...(shared !== null && { shared }) }
}

/** Facts of a record that scopes are tested against: uids of the user that it is about and of its company. */
export type Owned = {
  readonly user: string | null
  readonly company: string | null
  readonly published: boolean
  readonly shared?: boolean
  /** The list that the record is about, where the definition names one. */
  readonly list?: unknown
  /** The role of a user record, where the definition ranks records. */
  readonly role: unknown
}

/** Tests a scope on one record. */
export const covers = (scope: Scope, owned: Owned): boolean => {
  if (typeof scope === 'string') return scope === 'all'
  if (scope.ranks && isRole(owned.role) && !scope.ranks.includes(owned.role)) return false
  // A record that names no list yet passes: validation rejects it.
  const { list } = owned
  if (scope.lists && typeof list === 'string' && !scope.lists.includes(list)) return false
  if (scope.self !== null && scope.self === owned.user) return true
  if (scope.published && owned.published) return true
  if (owned.shared && owned.company !== null && owned.company === scope.shared) return true
  return owned.company !== null && scope.companies.includes(owned.company)
}

/** Whether the role is granted any record, for menus, and for 403 before a record is known. */
export const canEver = (grant: Grant | undefined, role: Role) => scopeNamesOf(grant, role).length > 0

/** Grants the same scope to every role. */
export const everyone = (reach: ScopeName): Grant => Object.fromEntries(roles.map(role => [role, reach]))

/** Grant for companies and their users: the partner manages them, with or without data access. */
export const managing = { root: 'all', partner: ['own', 'managed'], admin: 'own' } as const satisfies Grant

/** Grant for a company's data: its administrators, and its partner while the company gives access. */
export const staff = { root: 'all', partner: ['own', 'open'], admin: 'own' } as const satisfies Grant
