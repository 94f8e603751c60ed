import { describe, expect, it } from 'vitest'
import { networkOf } from '~/server/platform/http/rate-limits'

describe('the network by which attempts are counted', () => {
  it.each(['192.0.2.1', '127.0.0.1', '::1', '', 'not an address', '1.2.3', 'fe80'])(
    'returns the address %s unchanged',
    address => {
      expect(networkOf(address)).toBe(address)
    },
  )

  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '::ffff:c000:201'],
  ])('returns the IPv4 address %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::7:3:4:5:6', '2001:db8:0:7::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('returns the /64 network of %s: %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('distinguishes /64 networks of the same provider', () => {
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  })
})
