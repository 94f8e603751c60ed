import { afterEach, describe, expect, it } from 'vitest'
import { api } from '../support/api'
import { long } from '../support/long'
import { startServer, type TestServer } from '../support/test-server'

let server: TestServer
afterEach(() => server.stop())

/** Wrong passwords from many addresses that the client claims, behind proxies that add `real`. */
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
    `go by what the nearest proxy saw where TRUST_PROXY is ${setting}, not by what the client claims`
  const goByNearest = async (TRUST_PROXY: string) => {
    server = await startServer({ env: { TRUST_PROXY } })
    const statuses = await guess(32, '203.0.113.7')
    expect([statuses.slice(0, 30).includes(429), statuses.slice(30)]).toEqual([false, [429, 429]])
    expect((await guess(1, '203.0.113.8'))[0]).toBe(404)
  }
  it(title('1'), () => goByNearest('1'))
  it.each(['loopback', '127.0.0.0/8, ::1'])(title('%s'), long, goByNearest)

  it('of two proxies believe the one before the last', long, async () => {
    server = await startServer({ env: { TRUST_PROXY: '2' } })
    const statuses = await guess(32, '203.0.113.7, 192.0.2.1')
    expect(statuses.slice(30)).toEqual([429, 429])
    expect((await guess(1, '203.0.113.8, 192.0.2.1'))[0]).toBe(404)
  })

  it('believe nobody without it, and one warning says what to set', long, async () => {
    server = await startServer()
    const statuses = await guess(32, '203.0.113.7')
    expect(statuses.slice(30)).toEqual([429, 429])
    expect((await guess(1, '203.0.113.8'))[0]).toBe(429)
    expect(server.output().split('Set TRUST_PROXY=1').length - 1).toBe(1)
  })
})
