import { isEmailAddress, normalAddress } from '~/model/addresses'
import { type Language, languages } from '~/model/languages'
import { normalName } from '~/model/names'
import { cut } from '~/model/text'

/** An identity that a provider has proved. */
export type ThirdPartyIdentity = {
  /** The provider, and its permanent id of the person. */
  readonly issuer: string
  readonly subject: string
  /** As it is stored; or why it proves nothing. */
  readonly email: { readonly address: string } | { readonly problem: 'email_missing' | 'email_unverified' }
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
}

type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown) =>
  typeof value === 'string' ? cut(normalName(cut(value, 200)).trim(), 80) : ''

/** Is each letter of these words a capital one, as of family names in many directories? */
const isCapital = (words: string) => /\p{Lu}{2}/u.test(words) && words === words.toUpperCase()

/** `DUPONT, Jean`, `DE LA TOUR Jean`, `Jean Dupont`. */
const splitName = (name: string) => {
  const [family, given] = name.split(/\s*,\s*/, 2)
  if (family && given) return { firstname: given, lastname: family }
  const words = name.split(/\s+/)
  const capitals = words.findIndex(word => !isCapital(word))
  const at = capitals > 0 ? capitals : 1
  const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return capitals > 0 ? { firstname: second, lastname: first } : { firstname: first, lastname: second }
}

/** Given and family name; falls back to splitting the full name. */
const namesIn = ({ given_name: given, family_name: family, name }: Claims) =>
  text(given) || text(family) ? { firstname: text(given), lastname: text(family) } : splitName(text(name))

/** Some providers send booleans as strings. */
const isTrue = (value: unknown) => value === true || value === 'true'

type Settings = {
  readonly issuer: string
  /** The claim with the address: `OIDC_EMAIL_CLAIM`. */
  readonly emailClaim: string
  /** Whether an address without a verification claim counts as verified: `OIDC_TRUST_EMAIL`. */
  readonly trusted: boolean
}

/** `email_verified` is about the claim `email` alone. */
const isVouched = ({ email_verified: verified }: Claims, { emailClaim, trusted }: Settings) =>
  emailClaim === 'email' && verified !== undefined ? isTrue(verified) : trusted

/** An address, or why there is none. */
const emailIn = (claims: Claims, settings: Settings): ThirdPartyIdentity['email'] => {
  const claim = claims[settings.emailClaim]
  const address = typeof claim === 'string' ? normalAddress(claim) : ''
  if (!isEmailAddress(address)) return { problem: 'email_missing' }
  return isVouched(claims, settings) ? { address } : { problem: 'email_unverified' }
}

/** The identity in the claims of a provider; names and language are those that it knows. */
export const identityIn = (claims: Claims & { sub: string }, settings: Settings): ThirdPartyIdentity => ({
  issuer: settings.issuer,
  subject: claims.sub,
  email: emailIn(claims, settings),
  ...namesIn(claims),
  lang: languages.find(lang => text(claims.locale).toLowerCase().split(/[-_]/)[0] === lang) ?? languages[0],
})
