/** Roles from the least to the most able; the index is the rank (specification §4). */
export const roles = ['viewer', 'editor', 'manager', 'admin', 'partner', 'root'] as const
export type Role = (typeof roles)[number]

/** The roles whose holders run a company's data; only they may give roles to others. */
export const staffRoles = ['admin', 'partner', 'root'] as const satisfies readonly Role[]

export const rankOf = (role: Role) => roles.indexOf(role)

export const isRole = (value: unknown): value is Role => roles.includes(value as Role)

/** True when `role` ranks above `other`: such a user is out of the other's hands. */
export const ranksAbove = (role: Role, other: Role) => rankOf(role) > rankOf(other)

/** The roles that may give `role`: those of its rank or above, of root, partner and admin. */
export const accessListOf = (role: Role): Role[] => staffRoles.filter(giver => !ranksAbove(role, giver))

export const mayGive = (giver: Role, role: Role) => accessListOf(role).includes(giver)

/** Interface languages; the first is the default (specification §1). */
export const languages = ['en', 'fr', 'es'] as const
export type Language = (typeof languages)[number]
