import { isIP } from 'node:net'
import { z } from 'zod'
import { webAddress } from './s3-settings'

/** An IP address, in brackets too as in addresses of pages, or a host name; without a scheme or a port. */
export const hostToListenOn = z
  .string()
  .transform(text => text.trim().replace(/^\[(.+)\]$/, '$1'))
  .refine(text => isIP(text) !== 0 || /^[a-z0-9]([\w-]*[\w])?(\.[\w-]+)*$/i.test(text))

/** The address of a site: scheme, host and port alone, as browsers write them. */
export const siteAddress = webAddress
  .refine(text => {
    const { pathname, search, hash, username } = new URL(text)
    return pathname === '/' && search + hash + username === ''
  })
  .transform(text => new URL(text).origin)

type Failed = { readonly code?: string; readonly message: string }

/** Why the server cannot listen, in a sentence with the remedy. */
export const explainListening = ({ code, message }: Failed, host: string, port: number) => {
  const remedies: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use by another program: end that one, or set another PORT.`,
    EACCES: `Port ${port} takes rights that this user lacks: set a PORT from 1024, with a proxy in front of it.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine: set one of its own, or 0.0.0.0 for all (:: with IPv6).`,
    EAFNOSUPPORT: `HOST=${host} is an IPv6 address, and this machine has IPv6 switched off: set HOST=0.0.0.0.`,
    ENOTFOUND: `HOST=${host} is a name that this machine does not know: set an address, such as 0.0.0.0.`,
  }
  return remedies[code ?? ''] ?? `The server cannot listen on ${host}, port ${port}: ${message}`
}
