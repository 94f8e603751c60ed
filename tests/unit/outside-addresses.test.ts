import { describe, expect, it } from 'vitest'
import { addressChecks, InternalAddress } from '~/server/platform/http/outside-requests'

const secure = addressChecks(['10.1.0.0/16'], true)
const plain = addressChecks(['10.1.0.0/16'], false)

/** The addresses that a host name resolves to for a connection. */
const lookUp = (host: string) =>
  new Promise<unknown>((done, fail) =>
    secure.lookup(host, { all: true }, (error, found) => (error ? fail(error) : done(found))),
  )

describe('addresses that a customer chose', () => {
  it.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '[2606:2800:220:1::1]', '[::ffff:93.184.215.14]'])(
    'allows the external address %s with https only',
    host => {
      expect(() => secure.checkHost(host)).not.toThrow()
      expect(() => plain.checkHost(host)).toThrow(/https/)
    },
  )

  it.each([
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...[
      '[::1]',
      '[::]',
      '[fd00::1]',
      '[fe80::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[64:ff9b::7f00:1]',
    ],
    '[2002:7f00:1::]',
  ])('rejects the internal address %s', host => {
    expect(() => secure.checkHost(host)).toThrow(InternalAddress)
  })

  it.each(['10.1.2.3', '[::ffff:10.1.2.3]'])(
    'allows the internal address %s of a configured network with http and https',
    host => {
      expect(() => secure.checkHost(host)).not.toThrow()
      expect(() => plain.checkHost(host)).not.toThrow()
    },
  )

  it('rejects a host name that resolves to an internal address', async () => {
    await expect(lookUp('localhost')).rejects.toThrow(InternalAddress)
  })
})
