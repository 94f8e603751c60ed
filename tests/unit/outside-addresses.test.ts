import { describe, expect, it } from 'vitest'
import { addressChecks, InternalAddress } from '~/server/platform/http/outside-requests'

const secure = addressChecks(['10.1.0.0/16'], true)
const plain = addressChecks(['10.1.0.0/16'], false)

/** What a name resolves to for a connection. */
const lookUp = (host: string) =>
  new Promise<unknown>((done, fail) =>
    secure.lookup(host, { all: true }, (error, found) => (error ? fail(error) : done(found))),
  )

describe('addresses that a customer chose', () => {
  it.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '[2606:2800:220:1::1]', '[::ffff:93.184.215.14]'])(
    '%s is outside, and reached by https alone',
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
  ])('%s is inside', host => {
    expect(() => secure.checkHost(host)).toThrow(InternalAddress)
  })

  it.each(['10.1.2.3', '[::ffff:10.1.2.3]'])('%s is inside, and allowed', host => {
    expect(() => secure.checkHost(host)).not.toThrow()
    expect(() => plain.checkHost(host)).not.toThrow()
  })

  it('are checked where a name leads there', async () => {
    await expect(lookUp('localhost')).rejects.toThrow(InternalAddress)
  })
})
