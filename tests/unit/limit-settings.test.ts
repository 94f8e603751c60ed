import { describe, expect, it } from 'vitest'
import { isAddressRange, limitSettings } from '~/server/platform/config/operation-settings'

it.each([
  ['10.0.0.0/8', true],
  ['192.0.2.7', true],
  ['192.0.2.7/32', true],
  ['2001:db8::/48', true],
  ['2001:db8::/128', true],
  ['192.0.2.7/33', false],
  ['2001:db8::/129', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/-1', false],
  ['example.com', false],
  ['', false],
])('isAddressRange accepts %s: %s', (text, is) => {
  expect(isAddressRange(text)).toBe(is)
})

describe('TRUST_PROXY', () => {
  const read = (text: string) => limitSettings.TRUST_PROXY.schema.parse(text)

  it('TRUST_PROXY as a number trusts this number of hops', () => {
    const trust = read('2')
    const trusted = [0, 1, 2, 3].map(hop => typeof trust === 'function' && trust('192.0.2.7', hop))
    expect(trusted).toEqual([true, true, false, false])
    expect(read('0')).toBe(false)
  })

  it('TRUST_PROXY as a list trusts these addresses', () => {
    expect(read('10.0.0.0/8, loopback')).toEqual(['10.0.0.0/8', 'loopback'])
  })

  it.each(['true', '10', 'proxy.example', '10.0.0.0/8,'])('TRUST_PROXY rejects %s', text => {
    expect(limitSettings.TRUST_PROXY.schema.safeParse(text).success).toBe(false)
  })
})
