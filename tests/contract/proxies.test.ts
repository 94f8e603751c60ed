import { afterEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { api } from '../support/server/api'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
afterEach(() => server.stop())

/** Wrong passwords with forged client addresses, behind proxies that append `real`. */
const guess = async (times: number, real: string) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    const { status } = await api(server.url).call('POST', 'login', {
      body: { email: `nobody-${n}@guess.example`, password: 'wrong-password' },
      headers: { 'X-Forwarded-For': `10.1.2.${n}, ${real}` },
    })
    statuses.push(status)
  }
  return statuses
}

describe('limits by address', () => {
  const title = (setting: string) =>
    `rate limits use the address added by the nearest proxy with TRUST_PROXY=${setting}`
  const goByNearest = async (TRUST_PROXY: string) => {
    server = await startServer({ env: { TRUST_PROXY } })
    const statuses = await guess(32, '203.0.113.7')
    expect([statuses.slice(0, 30).includes(429), statuses.slice(30)]).toEqual([false, [429, 429]])
    expect((await guess(1, '203.0.113.8'))[0]).toBe(404)
  }
  it(title('1'), () => goByNearest('1'))
  it.each(['loopback', '127.0.0.0/8, ::1'])(title('%s'), long, goByNearest)

  it('rate limits use the second to last address behind two proxies', long, async () => {
    server = await startServer({ env: { TRUST_PROXY: '2' } })
    const statuses = await guess(32, '203.0.113.7, 192.0.2.1')
    expect(statuses.slice(30)).toEqual([429, 429])
    expect((await guess(1, '203.0.113.8, 192.0.2.1'))[0]).toBe(404)
  })

  it('rate limits ignore forwarded addresses without TRUST_PROXY, with one warning', long, async () => {
    server = await startServer()
    const statuses = await guess(32, '203.0.113.7')
    expect(statuses.slice(30)).toEqual([429, 429])
    expect((await guess(1, '203.0.113.8'))[0]).toBe(429)
    expect(server.output().split('Set TRUST_PROXY=1').length - 1).toBe(1)
  })
})
