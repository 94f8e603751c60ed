import { accessSync, constants } from 'node:fs'
import { z } from 'zod'

/** The parts of `scheme://user:password@rest`; undefined for anything else. */
type AddressParts = {
  readonly scheme: string
  readonly user: string | undefined
  readonly password: string | undefined
  readonly rest: string
}

const isParameters = (text: string) => /^\?([\w.]+=[^&]*(&|$))+$/.test(text)

/** Index at which the user and the password end: the last @, unless it belongs to a parameter. */
const accountEnd = (text: string) => {
  const [authority = ''] = /^[^/?#]*/.exec(text) ?? []
  const [, parameters = ''] = /^(?:\/[^/?#@]*)?(\?.*)$/.exec(text.slice(authority.length)) ?? []
  return isParameters(parameters) ? authority.lastIndexOf('@') : text.lastIndexOf('@')
}

const addressParts = (address: string): AddressParts | undefined => {
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

/** `host`, `host:5432` or `[::1]:5432`; empty where a parameter names the host. */
const isHost = (text: string) => /^(\[[0-9a-f:.%]+\]|[^:[\]@\s]*)(:\d{1,5})?$/i.test(text)

/** Whether the hosts, the name and the parameters can be read. */
const isAddress = (address: string) => {
  const parts = /^postgres(ql)?:/.test(address) ? addressParts(address) : undefined
  if (!parts) return false
  const [, hosts = '', after = ''] = /^([^/?#]*)(.*)$/s.exec(parts.rest) ?? []
  return !after.includes('#') && hosts.split(',').every(isHost)
}

export const parametersOf = (address: string) =>
  new URLSearchParams(/\?(.*)$/s.exec(addressParts(address)?.rest ?? '')?.[1] ?? '')

const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const isReadable = (file: string) => {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Describes invalid TLS parameters, one sentence each. The driver accepts any value, and reads files late. */
const tlsProblems = (name: string, address: string): string[] => {
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

const seconds = (fallback: number) => z.coerce.number().int().min(0).max(86_400).default(fallback)

/** One or several hosts. The host that accepts writes is used, so `target_session_attrs` may not select another. */
const address = z
  .string()
  .transform(encodeAccount)
  .refine(isAddress)
  .refine(text => !/[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.test(text))

/**
 * Settings for PostgreSQL: addresses, timeouts and the queue limit, in the shape of `server/platform/config/config.ts`.
 */
export const databaseSettings = {
  DATABASE_URL: {
    schema: address.optional(),
    takes:
      'a PostgreSQL address: postgres://user:password@host:5432/name, or with several hosts: one:5432,two:5432/name?target_session_attrs=read-write',
  },
  DATABASE_DIRECT_URL: {
    schema: address.optional(),
    takes: 'the PostgreSQL address behind the pooler that DATABASE_URL names',
  },
  DATABASE_READ_URL: {
    schema: address.refine(text => !text.includes(',')).optional(),
    takes: 'the PostgreSQL address of a standby of DATABASE_URL, one host, that answers lists',
  },
  DATABASE_STATEMENT_SECONDS: {
    schema: seconds(30),
    takes: 'seconds from 0 to 86400 that a statement may take; 0: any time',
  },
  DATABASE_LOCK_SECONDS: {
    schema: seconds(10),
    takes: 'seconds from 0 to 86400 that a statement may wait for a lock; 0: any time',
  },
  DATABASE_IDLE_SECONDS: {
    schema: seconds(60),
    takes: 'seconds from 0 to 86400 that a transaction may stand idle; 0: any time',
  },
  DATABASE_CONNECTIONS: {
    schema: z.coerce.number().int().min(1).max(1000).default(20),
    takes: 'how many connections to PostgreSQL this process may open for requests, 1 to 1000',
  },
  DATABASE_QUEUE: {
    schema: z.coerce.number().int().min(1).max(100_000).default(500),
    takes: 'how many statements and transactions may wait for the database, 1 to 100000',
  },
} as const

type Addresses = {
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DATABASE_READ_URL?: string | undefined
}

/** Validates the combination of settings; returns messages. */
export const databaseProblems = ({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
  DATABASE_READ_URL,
}: Addresses): string[] => [
  ...(DATABASE_DIRECT_URL && !DATABASE_URL
    ? ['DATABASE_DIRECT_URL is refused: it takes a DATABASE_URL, the address of the pooler before it.']
    : []),
  ...(DATABASE_READ_URL && !DATABASE_URL
    ? ['DATABASE_READ_URL is refused: it takes a DATABASE_URL, the address of its primary.']
    : []),
  ...Object.entries({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL }).flatMap(([name, url]) =>
    url === undefined ? [] : tlsProblems(name, url),
  ),
]

/** The address without a pooler, for work that needs a session: LISTEN, migrations, copies. */
export const directUrl = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Addresses) =>
  DATABASE_DIRECT_URL ?? DATABASE_URL

type Seconds = {
  readonly DATABASE_STATEMENT_SECONDS: number
  readonly DATABASE_LOCK_SECONDS: number
  readonly DATABASE_IDLE_SECONDS: number
}

/** PostgreSQL's timeouts in milliseconds; 0 for none. */
export const timeoutsOf = (settings: Seconds) => ({
  statement_timeout: settings.DATABASE_STATEMENT_SECONDS * 1000,
  lock_timeout: settings.DATABASE_LOCK_SECONDS * 1000,
  idle_in_transaction_session_timeout: settings.DATABASE_IDLE_SECONDS * 1000,
})
