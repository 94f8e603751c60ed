import { isIP } from 'node:net'

const groupsOf = (text: string) => text.split(':').filter(group => group !== '')

/** The first four of the eight groups of an IPv6 address. */
const prefixOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::')
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array(zeros).fill('0'), ...back].slice(0, 4).map(group => Number.parseInt(group, 16))
}

/**
 * The network that attempts are counted by. An IPv6 customer has a network of 2^64 addresses, each of which would have
 * a count of its own.
 * @param address as the connection or the proxy names it
 * @returns an IPv4 address as it is, also where it is written as IPv6; of an IPv6 address its `/64`
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address
  const prefix = prefixOf(address)
  // The machine itself (::1), and IPv4 (::ffff:192.0.2.1).
  if (prefix.every(group => group === 0)) return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return `${prefix.map(group => group.toString(16)).join(':')}::/64`
}
