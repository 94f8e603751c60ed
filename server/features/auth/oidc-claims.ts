import { normalAddress } from '~/model/addresses'
import { type Language, languages } from '~/model/languages'
import { cut, isEmailAddress } from '~/model/text'

/** An identity that a provider has proved. */
export type ThirdPartyIdentity = {
  /** The provider, and its permanent id of the person. */
  readonly issuer: string
  readonly subject: string
  /** Lower case; null if the provider has not verified it, or it is no address. */
  readonly email: string | null
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
}

type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown) => (typeof value === 'string' ? cut(value.trim(), 80) : '')

/** Given and family name; falls back to splitting the full name. */
const namesIn = ({ given_name: given, family_name: family, name }: Claims) => {
  if (text(given) || text(family)) return { firstname: text(given), lastname: text(family) }
  const [firstname = '', ...rest] = text(name).split(/\s+/)
  return { firstname, lastname: rest.join(' ') }
}

/** Some providers send booleans as strings. */
const isTrue = (value: unknown) => value === true || value === 'true'

const emailIn = ({ email, email_verified: verified }: Claims, trusted: boolean) => {
  const vouched = verified === undefined ? trusted : isTrue(verified)
  const address = typeof email === 'string' ? normalAddress(email) : ''
  return vouched && isEmailAddress(address) ? address : null
}

/** @param trusted whether an address without a verification claim counts as verified */
export const identityIn = (
  issuer: string,
  claims: Claims & { sub: string },
  trusted: boolean,
): ThirdPartyIdentity => ({
  issuer,
  subject: claims.sub,
  email: emailIn(claims, trusted),
  ...namesIn(claims),
  lang: languages.find(lang => text(claims.locale).toLowerCase().split(/[-_]/)[0] === lang) ?? languages[0],
})
