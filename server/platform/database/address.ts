import { accessSync, constants } from 'node:fs'
import { addressParts } from '~/server/platform/config/encoded-address'

/** `host`, `host:5432` or `[::1]:5432`; empty where a parameter names the host. */
const isHost = (text: string) => /^(\[[0-9a-f:.%]+\]|[^:[\]@\s]*)(:\d{1,5})?$/i.test(text)

/** Whether the hosts, the name and the parameters can be read. */
export const isAddress = (address: string) => {
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
