import type { Language } from './roles'

/** What a link in an e-mail is for: an invited user's account, another password, a group that a guest may join. */
export const linkTypes = ['invite', 'reset', 'group'] as const
export type LinkType = (typeof linkTypes)[number]

export const isLinkType = (value: string): value is LinkType => linkTypes.some(type => type === value)

/** `hash` is `<uid>-<key>`. */
export type KeyLink = { readonly type: string; readonly hash: string }

/** The version of the terms that are agreed to now. */
export const TERMS = 1

/** Characters (specification §9). */
export const shortestPassword = 6

/** Whom a link is for: what its page shows. What a backend cannot tell before sign-in is missing. */
export type LinkFacts = {
  readonly type: LinkType
  readonly email?: string
  readonly lang?: Language
  readonly firstname?: string
  readonly lastname?: string
  /** Of the user; of the host, for a group. */
  readonly company?: string
  readonly group?: string
  /** Who invites. */
  readonly host?: string
  /** The address has an account already. */
  readonly known?: boolean
}

/** What somebody fills in on that page. */
export type LinkAnswers = {
  readonly email?: string
  readonly firstname?: string
  readonly lastname?: string
  readonly password?: string
  readonly termsAgreement?: number
}

/** `<uid>-<key>` apart; undefined without a dash. No uid of ours holds one. */
export const partsOf = (hash: string) => {
  const dash = hash.indexOf('-')
  return dash < 0 ? undefined : { uid: hash.slice(0, dash), key: hash.slice(dash + 1) }
}
