import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { newUid } from '~/server/platform/crypto/tokens'
import { isChosen } from '~/server/platform/database/hosts'
import { scratchFolder } from '~/server/platform/disk/scratch'

/** Parameters that libpq takes, of the oldest version that is supported; the driver takes some, and ignores the rest. */
const passed = new Set([
  ...['host', 'hostaddr', 'port', 'user', 'passfile', 'connect_timeout', 'client_encoding', 'options'],
  ...[
    'application_name',
    'fallback_application_name',
    'keepalives',
    'keepalives_idle',
    'keepalives_interval',
  ],
  ...['keepalives_count', 'tcp_user_timeout', 'target_session_attrs', 'channel_binding', 'gssencmode'],
  ...[
    'krbsrvname',
    'gsslib',
    'requirepeer',
    'sslcert',
    'sslkey',
    'sslrootcert',
    'sslpassword',
    'sslcrl',
    'sslcrldir',
  ],
  ...['sslsni', 'sslcompression', 'ssl_min_protocol_version', 'ssl_max_protocol_version'],
])

const isPem = (text: string) => text.includes('-----BEGIN CERTIFICATE-----')

/** The certificates that Node trusts: its own, and those of NODE_EXTRA_CA_CERTS. libpq knows neither. */
const nodeCertificates = () => {
  const extra = process.env.NODE_EXTRA_CA_CERTS
  const given = extra ? readFileSync(extra, 'utf8') : ''
  return [...rootCertificates, ...(isPem(given) ? [given] : [])].join('\n')
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Parameter = { readonly name: string; readonly value: string; readonly raw: string }

const parametersOf = (query: string): Parameter[] =>
  query
    .split('&')
    .filter(Boolean)
    .map(raw => {
      const [name = '', ...value] = raw.split('=')
      return { name: decode(name), value: decode(value.join('=').replace(/\+/g, ' ')), raw }
    })

type Sslmode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'

const libpqModes = new Set<string>(['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])
const isLibpqMode = (mode: string | undefined): mode is Sslmode => mode !== undefined && libpqModes.has(mode)

/**
 * The mode in which libpq is as strict as the driver: that verifies the server in all modes but `disable` and `no-verify`,
 * unless the address has `uselibpqcompat=true`.
 * @returns undefined where the address has no parameter of TLS
 */
const sslmodeOf = (parameterOf: (name: string) => string | undefined): Sslmode | undefined => {
  const mode = parameterOf('sslmode')
  if (parameterOf('uselibpqcompat') === 'true' && isLibpqMode(mode)) return mode
  if (mode === 'disable') return 'disable'
  if (mode === 'no-verify') return 'require'
  if (
    mode !== undefined ||
    ['sslcert', 'sslkey', 'sslrootcert'].some(name => parameterOf(name) !== undefined)
  )
    return 'verify-full'
  const ssl = parameterOf('ssl')
  if (ssl === undefined) return parameterOf('sslnegotiation') === 'direct' ? 'verify-full' : undefined
  if (ssl === 'no-verify') return 'require'
  return ssl === '0' || ssl === 'false' ? 'disable' : 'verify-full'
}

/** What a libpq program is given. */
export type Reached = {
  readonly address: string
  /** The password is here: every user of the machine can read arguments. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the server's certificate is compared with those that Node trusts. */
  readonly usesNodeCertificates?: true
}

/**
 * Translates the address of a database, as the driver and other libraries of Node take it, for libpq: `sslmode` and `ssl` keep
 * their meaning, and parameters that libpq does not know are left out.
 */
export const reached = (databaseUrl: string): Reached => {
  // Not read as a URL, which has one host. Among several, libpq too must choose the one that accepts writes.
  // The last @ ends the password, which may hold others: the driver reads it so, libpq does not.
  const [, before = '', given, after = ''] =
    /^([^:]+:\/\/[^:@/]*)(?::([^/?#]*)(?=@))?(.*)$/.exec(databaseUrl) ?? []
  const [, place = '', query = ''] = /^([^?]*)\??(.*)$/.exec(after) ?? []
  const parameters = parametersOf(query)
  const parameterOf = (name: string) => parameters.findLast(each => each.name === name)?.value
  const fromEnvironment = (name: string) =>
    parameterOf(name) ??
    (name === 'sslmode' && parameterOf('ssl') === undefined ? process.env.PGSSLMODE : undefined)
  const mode = sslmodeOf(fromEnvironment)
  const kept = parameters.filter(({ name }) => passed.has(name)).map(({ raw }) => raw)
  const encoding = parameterOf('encoding')
  const added = [
    ...(encoding && parameterOf('client_encoding') === undefined
      ? [`client_encoding=${encodeURIComponent(encoding)}`]
      : []),
    ...(mode && parameters.length > 0 && isNamed(parameterOf) ? [`sslmode=${mode}`] : []),
  ]
  const all = [...kept, ...added].join('&')
  const password = given ? decode(given) : parameterOf('password')
  const isVerified = mode === 'verify-full' && parameterOf('sslrootcert') === undefined
  return {
    address: before + place + (all && `?${all}`),
    env: {
      ...(password && { PGPASSWORD: password }),
      ...(isChosen(databaseUrl) && { PGTARGETSESSIONATTRS: 'read-write' }),
      ...(mode && !isNamed(parameterOf) && { PGSSLMODE: mode }),
    },
    ...(isVerified && { usesNodeCertificates: true }),
  }
}

/** Whether the address itself has parameters of TLS; otherwise the environment decides. */
const isNamed = (parameterOf: (name: string) => string | undefined) =>
  ['sslmode', 'ssl', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation'].some(
    name => parameterOf(name) !== undefined,
  )

/** The same, with the certificates in a file of this process. */
export const reachWithCertificates = (databaseUrl: string): Reached => {
  const found = reached(databaseUrl)
  if (!found.usesNodeCertificates) return found
  const file = path.join(scratchFolder(), `${newUid()}.pem`)
  writeFileSync(file, nodeCertificates(), { mode: 0o600 })
  return { ...found, env: { ...found.env, PGSSLROOTCERT: file } }
}
