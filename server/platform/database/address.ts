import { accessSync, constants } from 'node:fs'

/** `postgres://user:password@hosts/name?parameters` in its parts; undefined for anything else. */
type Parts = {
  readonly scheme: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly rest: string
}

const isParameters = (text: string) => /^\?([\w.]+=[^&]*(&|$))+$/.test(text)

/** Where the user and the password end: at the last @, unless that belongs to a parameter. */
const accountEnd = (text: string) => {
  const [authority = ''] = /^[^/?#]*/.exec(text) ?? []
  const [, parameters = ''] = /^\/[^/?#@]*(\?.*)$/.exec(text.slice(authority.length)) ?? []
  return isParameters(parameters) ? authority.lastIndexOf('@') : text.lastIndexOf('@')
}

const partsOf = (address: string): Parts | undefined => {
  const [, scheme, text = ''] = /^(postgres(?:ql)?:\/\/)(.*)$/s.exec(address) ?? []
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
export const normalizeAddress = (address: string) => {
  const parts = partsOf(address.trim())
  if (!parts) return address
  const { scheme, user, password, rest } = parts
  if (user === undefined) return scheme + rest
  return `${scheme}${encodeOnce(user)}${password === undefined ? '' : `:${encodeOnce(password)}`}@${rest}`
}

/** `host`, `host:5432` or `[::1]:5432`; empty where a parameter names the host. */
const isHost = (text: string) => /^(\[[0-9a-f:.%]+\]|[^:[\]@\s]*)(:\d{1,5})?$/i.test(text)

/** Whether the hosts, the name and the parameters can be read. */
export const isAddress = (address: string) => {
  const parts = partsOf(address)
  if (!parts) return false
  const [, hosts = '', after = ''] = /^([^/?#]*)(.*)$/s.exec(parts.rest) ?? []
  return !after.includes('#') && hosts.split(',').every(isHost)
}

export const parametersOf = (address: string) =>
  new URLSearchParams(/\?(.*)$/s.exec(partsOf(address)?.rest ?? '')?.[1] ?? '')

const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const isReadable = (file: string) => {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** What is wrong with the parameters for TLS, each in a sentence. The driver takes any word, and reads files late. */
export const tlsProblems = (name: string, address: string): string[] => {
  const parameters = parametersOf(address)
  const mode = parameters.get('sslmode')
  const ssl = parameters.get('ssl')
  const files = ['sslrootcert', 'sslcert', 'sslkey'].flatMap(key => {
    const file = parameters.get(key)
    return file === null || isReadable(file) ? [] : [`${key}=${file}`]
  })
  return [
    ...(mode !== null && !TLS_MODES.includes(mode)
      ? [
          `${name} is refused: sslmode=${mode} is unknown; it takes verify-full (TLS, the certificate is checked), no-verify (TLS, it is not) or disable (no TLS).`,
        ]
      : []),
    ...(ssl !== null && !['true', '1', '0'].includes(ssl)
      ? [`${name} is refused: ssl=${ssl} is unknown; write sslmode=verify-full, or sslmode=disable.`]
      : []),
    ...files.map(
      file => `${name} is refused: the file of ${file} cannot be read; it takes the path of a PEM file.`,
    ),
  ]
}
