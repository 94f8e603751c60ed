import type { Language } from './languages'

/** One-time links: activate an account, reset a password, join a group. */
export const linkTypes = ['invite', 'reset', 'group'] as const
export type LinkType = (typeof linkTypes)[number]

export const isLinkType = (value: string): value is LinkType => linkTypes.some(type => type === value)

/** `hash` is `<uid>-<key>`. */
export type KeyLink = { readonly type: string; readonly hash: string }

/** Version of the current terms of use. */
export const TERMS = 1

/** Characters (specification §9). */
export const shortestPassword = 6
export const longestPassword = 200

/** Contents of a link's page. Values that a backend cannot return before sign-in are missing. */
export type LinkFacts = {
  readonly type: LinkType
  readonly email?: string
  readonly lang?: Language
  readonly firstname?: string
  readonly lastname?: string
  /** Company of the user; for a group, of the host. */
  readonly company?: string
  readonly group?: string
  /** The inviting user. */
  readonly host?: string
  /** Whether an account with this address exists. */
  readonly known?: boolean
  /** Passkeys of an account whose password is reset: they sign in without it. Missing where there are none. */
  readonly passkeys?: number
  /** A reset leaves the second factor on. Missing where there is none. */
  readonly secondFactor?: boolean
}

/** The values entered on that page. */
export type LinkAnswers = {
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly password?: string
  /** Removes the passkeys of the account, with a password reset. */
  readonly removePasskeys?: boolean
  readonly termsAgreement?: number
}

/** Splits `<uid>-<key>`; undefined without a dash. A uid never contains one. */
export const partsOf = (hash: string) => {
  const dash = hash.indexOf('-')
  return dash < 0 ? undefined : { uid: hash.slice(0, dash), key: hash.slice(dash + 1) }
}
