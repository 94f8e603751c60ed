/** Roles by ascending rank (specification §4). */
export const roles = ['viewer', 'editor', 'manager', 'admin', 'partner', 'root'] as const
export type Role = (typeof roles)[number]

/** Roles that manage a company's data and may assign roles. */
export const staffRoles = ['admin', 'partner', 'root'] as const satisfies readonly Role[]

/** What a company must be for the accounts of a role; the other roles exist in every company. */
export const companiesFor = { partner: 'isPartner', root: 'isProvider' } as const satisfies {
  readonly [R in Role]?: string
}

type CompanyKind = (typeof companiesFor)[keyof typeof companiesFor]

/** What a company lacks for accounts of this role; undefined where they may exist. */
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

/** Does `role` rank above `other`? Users cannot change users of a higher rank. */
export const ranksAbove = (role: Role, other: Role) => rankOf(role) > rankOf(other)

/** Roles that may assign `role`: root, partner and admin of at least its rank. */
export const accessListOf = (role: Role): Role[] => staffRoles.filter(giver => !ranksAbove(role, giver))

export const mayGive = (giver: Role, role: Role) => accessListOf(role).includes(giver)
