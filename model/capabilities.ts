/**
 * What the panel offers only where the server that answers has the calls for it. Our server has them all, and lists them
 * in `GET config`; functions of another provider, which have the calls of the specification only, list none.
 */
export const capabilities = [
  /**
   * `users/me`: the companies in scope, the default views and the settings of the signed-in user; their first steps, and
   * invitations that can be declined.
   */
  'ownAccount',
  /** Creations are repeated safely with an `Idempotency-Key`. */
  'creationKeys',
  /** Stores the saved views of lists, which colleagues can share. */
  'views',
  /** Creates a company, its purchases and its administrator's invitation in one request. */
  'customers',
  /** Lists, for a company's administrators, the accounts that rank above them. */
  'accountsAbove',
  /** Has the workers of this product: they make ordered 3D videos, and previews. */
  'processing',
  /** Stores notifications, and the user's settings for them. */
  'notifications',
  /** Changes many records in one request. */
  'bulk',
  /** Publishes changes of records on a stream. */
  'live',
  /** Measures the usage of companies. */
  'usage',
  /** Explains who has access to a record, and what a user has access to. */
  'access',
  /** Shows the panel as another user sees it. */
  'viewAs',
  /** Checks a second factor, also of users whose password another service checks. */
  'secondFactor',
  /** API tokens and webhooks. */
  'automation',
  /** Public links to 3D videos, and the views and watch time of these. */
  'publicLinks',
] as const

export type Capability = (typeof capabilities)[number]

const isCapability = (name: unknown): name is Capability => capabilities.some(known => known === name)

/** The capabilities in a list, without those that only a later version knows; none for anything but a list. */
export const capabilitiesIn = (list: unknown): readonly Capability[] =>
  Array.isArray(list) ? list.filter(isCapability) : []
