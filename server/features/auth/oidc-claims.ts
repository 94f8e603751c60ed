import { type Language, languages } from '~/model/roles'

/** Who somebody is, as a provider proved it. */
export type ThirdPartyIdentity = {
  /** The provider, and its own name for the person, which never changes. */
  readonly issuer: string
  readonly subject: string
  /** Lower case; null where the provider does not vouch for it. */
  readonly email: string | null
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
}

type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 80) : '')

/** Given and family name, or the two halves of the whole one. */
const namesIn = ({ given_name: given, family_name: family, name }: Claims) => {
  if (text(given) || text(family)) return { firstname: text(given), lastname: text(family) }
  const [firstname = '', ...rest] = text(name).split(/\s+/)
  return { firstname, lastname: rest.join(' ') }
}

/** Some providers send the word. */
const isTrue = (value: unknown) => value === true || value === 'true'

const emailIn = ({ email, email_verified: verified }: Claims, trusted: boolean) => {
  const vouched = verified === undefined ? trusted : isTrue(verified)
  return vouched && typeof email === 'string' ? email.trim().toLowerCase() : null
}

/** @param trusted whether an address that the provider says nothing about counts as verified */
export const identityIn = (
  issuer: string,
  claims: Claims & { sub: string },
  trusted: boolean,
): ThirdPartyIdentity => ({
  issuer,
  subject: claims.sub,
  email: emailIn(claims, trusted),
  ...namesIn(claims),
  lang: languages.find(lang => text(claims.locale).toLowerCase().startsWith(lang)) ?? languages[0],
})
