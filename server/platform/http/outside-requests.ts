import { lookup as resolve } from 'node:dns/promises'
import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

const internalRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  // Includes ranges that embed an IPv4 address: translated, Teredo, 6to4. A mapped address is checked as IPv4.
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16', '100::/64'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const listOf = (ranges: readonly string[]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    list.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address))
  }
  return list
}

const internal = listOf(internalRanges)

/** Whether an address is in one of these ranges. */
export const isAmong = (ranges: readonly string[], address: string) =>
  isIP(address) !== 0 && listOf(ranges).check(address, familyOf(address))

/** Addresses of this machine, public ones too: services that listen there may trust local requests. */
const isOwn = (address: string) =>
  Object.values(networkInterfaces()).some(each => each?.some(own => own.address === address))

/** An address inside the provider's network, which customers may not reach through the server. */
export class InternalAddress extends Error {
  override name = 'InternalAddress'
}

/**
 * @param allowed ranges that may be reached although they are internal
 * @param isSecure whether the request uses https; plain http only reaches `allowed` ranges, since it can be intercepted
 */
export const addressChecks = (allowed: readonly string[], isSecure: boolean) => {
  const open = listOf(allowed)
  const check = (address: string) => {
    const family = familyOf(address)
    if (open.check(address, family)) return
    if (internal.check(address, family) || isOwn(address))
      throw new InternalAddress(`${address} is an internal address`)
    if (!isSecure) throw new Error(`${address} is outside: it is reached by https alone`)
  }
  /** Resolves a name for a connection, which goes to the very address that was checked. */
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host, { all: true, family: options.family })
      .then(found => {
        for (const { address } of found) check(address)
        return found
      })
      .then(
        found => {
          const [first] = found
          if (options.all) callback(null, found)
          else callback(null, first?.address ?? '', first?.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
  }
  /** Addresses in a URL are not looked up. @throws InternalAddress */
  const checkHost = (hostname: string) => {
    const bare = hostname.replace(/^\[|\]$/g, '')
    if (isIP(bare)) check(bare)
  }
  return { lookup, checkHost }
}

/** Milliseconds for the whole exchange. */
const TIMEOUT = 10_000

type Post = {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads only the status. The response body is neither stored nor shown: it may come from any server. */
const statusOf = (response: IncomingMessage) => {
  response.destroy()
  return response.statusCode ?? 0
}

/**
 * Posts to an address that a user chose. Redirects are not followed.
 * @param allowed internal ranges that may be reached, also by http
 * @returns the HTTP status
 * @throws InternalAddress, and the errors of the connection
 */
export const postOutside = (allowed: readonly string[], { url, body, headers }: Post): Promise<number> =>
  new Promise((done, fail) => {
    const target = new URL(url)
    const isSecure = target.protocol === 'https:'
    const { checkHost, lookup } = addressChecks(allowed, isSecure)
    checkHost(target.hostname)
    const request = (isSecure ? secure : plain)(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT),
      },
      response => done(statusOf(response)),
    )
    request.on('error', fail)
    request.end(body)
  })
