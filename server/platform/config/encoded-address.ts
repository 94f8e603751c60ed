/** The parts of `scheme://user:password@rest`; undefined for anything else. */
export type AddressParts = {
  readonly scheme: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly rest: string
}

const isParameters = (text: string) => /^\?([\w.]+=[^&]*(&|$))+$/.test(text)

/** Where the user and the password end: at the last @, unless that belongs to a parameter. */
const accountEnd = (text: string) => {
  const [authority = ''] = /^[^/?#]*/.exec(text) ?? []
  const [, parameters = ''] = /^(?:\/[^/?#@]*)?(\?.*)$/.exec(text.slice(authority.length)) ?? []
  return isParameters(parameters) ? authority.lastIndexOf('@') : text.lastIndexOf('@')
}

export const addressParts = (address: string): AddressParts | undefined => {
  const [, scheme, text = ''] = /^([a-z]+:\/\/)(.*)$/is.exec(address) ?? []
  if (!scheme) return undefined
  const end = accountEnd(text)
  if (end < 0) return { scheme, user: undefined, password: undefined, rest: text }
  const [, user = '', password] = /^([^:]*)(?::(.*))?$/s.exec(text.slice(0, end)) ?? []
  return { scheme, user, password, rest: text.slice(end + 1) }
}

/** Percent-encodes what is not encoded already: a `%` without two digits behind it stands for itself. */
const encodeOnce = (text: string) =>
  text.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/[^\w.~!$'()*%-]/gu, sign => encodeURIComponent(sign))

/**
 * The address in the form that every driver and program reads alike: signs such as `@`, `/` and `#` in its user or
 * password are percent-encoded.
 */
export const encodeAccount = (address: string) => {
  const parts = addressParts(address.trim())
  if (!parts) return address
  const { scheme, user, password, rest } = parts
  if (user === undefined) return scheme + rest
  return `${scheme}${encodeOnce(user)}${password === undefined ? '' : `:${encodeOnce(password)}`}@${rest}`
}
