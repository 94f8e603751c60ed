import type { Role } from './grants'

/**
 * The first steps of a new platform or company, in order, by the key of their texts (`checklist.steps.<key>`), and the
 * roles that they are for. The server finds out which are done (`server/features/home/checklist-routes.ts`).
 */
export const checklist = {
  /** The provider's company has a name. */
  company: { roles: ['root'] },
  /** A mail server has taken an e-mail. */
  mail: { roles: ['root'] },
  /** The platform has a customer: a company other than the provider's. */
  customer: { roles: ['root'] },
  /** A 360° video was sent, to any company that the user reads. */
  video: { roles: ['root', 'admin'] },
  /** The company has more users than one, invited or active. */
  invite: { roles: ['admin'] },
  /** A 3D video was ordered. */
  vecto: { roles: ['admin'] },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[] }>>

export type ChecklistKey = keyof typeof checklist
