import { describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { users } from '~/model/resources/users'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { pauseAfter as pauseAfterMail } from '~/server/features/mails/sender'
import { entered } from '~/server/features/webhooks/announce'
import { changesFor, pauseAfter, signedHeaders } from '~/server/features/webhooks/deliver-webhooks'
import { checkUrl } from '~/server/features/webhooks/webhook-hooks'

describe('the signature of a webhook request', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
  const now = new Date('2026-11-27T12:00:00.999Z')
  const body = '{"type":"test","data":{"name":"Été 🚶"}}'

  it('signs id, timestamp and body like openssl', () => {
    expect(signedHeaders(secret, 'msg_1', now, body)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795780800',
      'webhook-signature': 'v1,sNR6Tjz9qWDsIGQgyouG0LH9gDFip4kuvAbm01rNcSI=',
    })
  })

  it('the signature depends on id, second, body and secret', () => {
    const of = (...[key, id, at, text]: Parameters<typeof signedHeaders>) =>
      signedHeaders(key, id, at, text)['webhook-signature']
    const later = new Date(now.getTime() + 1)
    const other = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`
    const all = [
      of(secret, 'msg_1', now, body),
      of(secret, 'msg_2', now, body),
      of(secret, 'msg_1', later, body),
      of(secret, 'msg_1', now, `${body} `),
      of(other, 'msg_1', now, body),
    ]
    expect(new Set(all).size).toBe(5)
    expect(of(secret, 'msg_1', new Date('2026-11-27T12:00:00Z'), body)).toBe(all[0])
  })
})

describe('the URL of a webhook', () => {
  const codeOf = (url: string, networks: readonly string[] = []) => {
    try {
      checkUrl(networks, url)
      return undefined
    } catch (error) {
      return error instanceof ApiError ? error.details.fields?.url : error
    }
  }

  it.each([
    ['https://hooks.museum.example/vecto', undefined],
    ['https://hooks.museum.example:8443/a?b=c#d', undefined],
    ['HTTPS://HOOKS.MUSEUM.EXAMPLE', undefined],
    ['https://93.184.216.34/', undefined],
    ['http://hooks.museum.example/', 'not_https'],
    ['ftp://hooks.museum.example/', 'not_https'],
    ['javascript:alert(1)', 'not_https'],
    ['hooks.museum.example', 'not_https'],
    ['//hooks.museum.example', 'not_https'],
    ['', 'not_https'],
    ['https://', 'not_https'],
    ['https://ann@hooks.museum.example/', 'not_https'],
    ['https://ann:secret@hooks.museum.example/', 'not_https'],
    ['https://127.0.0.1/', 'internal_address'],
    ['https://127.1/', 'internal_address'],
    ['https://0x7f.1/', 'internal_address'],
    ['https://2130706433/', 'internal_address'],
    ['https://10.0.0.7/', 'internal_address'],
    ['https://169.254.169.254/latest/meta-data', 'internal_address'],
    ['https://[::1]/', 'internal_address'],
    ['https://[::ffff:10.0.0.7]/', 'internal_address'],
    ['https://[fd00::7]/', 'internal_address'],
  ])('validates the webhook URL %s: %s', (url, code) => {
    expect(codeOf(url)).toBe(code)
  })

  it.each([
    ['https://10.0.0.7/', undefined],
    ['http://10.0.0.7/', undefined],
    ['http://hooks.internal/', undefined],
    ['https://10.1.0.7/', 'internal_address'],
    ['https://hooks.museum.example/', undefined],
    ['http://93.184.216.34/', 'not_https'],
    ['ftp://10.0.0.7/', 'not_https'],
  ])('validates the webhook URL %s with 10.0.0.0/16 allowed: %s', (url, code) => {
    expect(codeOf(url, ['10.0.0.0/16'])).toBe(code)
  })
})

describe('the events of a webhook', () => {
  const resources = { users, vectos, videos }

  it.each([
    ['videos', 'pending', 'completed', 'video.completed'],
    ['videos', 'converting', 'ko', 'video.failed'],
    ['videos', 'pending', 'timeout', 'video.failed'],
    ['videos', 'pending', 'converting', undefined],
    ['videos', 'completed', 'completed', undefined],
    ['videos', 'ko', 'ko', undefined],
    ['vectos', 'uploading', 'completed', 'vecto.completed'],
    ['vectos', 'renaming', 'completed', undefined],
    ['vectos', 'renaming', 'ko', 'vecto.failed'],
    ['vectos', 'new', 'pending', undefined],
    ['users', 'pending', 'active', undefined],
  ] as const)('the event of %s that change from %s to %s is %s', (name, from, to, type) => {
    expect(entered(resources[name], { uid: 'r', status: from }, { uid: 'r', status: to })).toBe(type)
  })
})

describe('a webhook request that failed', () => {
  const DAY = 86_400

  it('retries a webhook request after 10 s, 1, 5 and 30 min, 2, 6, 14 and 24 h, then gives up', () => {
    const tries = Array.from({ length: 10 }, (_, at) => pauseAfter(at + 1))
    expect(tries).toEqual([10, 60, 300, 1800, 7200, 21_600, 50_400, DAY, undefined, undefined])
  })

  it.each([
    [{ ok: true, answer: 204, reason: null }, undefined, { status: 'delivered', nextAt: null, answer: 204 }],
    [{ ok: false, answer: 500, reason: null }, undefined, { status: 'failed', nextAt: null, answer: 500 }],
    [
      { ok: false, answer: null, reason: 'gone' },
      undefined,
      { status: 'failed', reason: 'gone', answer: null },
    ],
    [{ ok: false, answer: 302, reason: null }, 60, { status: 'waiting', answer: 302 }],
  ])('the result %j with a pause of %s s changes a delivery to %j', (result, pause, changes) => {
    expect(changesFor(result, pause)).toMatchObject(changes)
  })

  it('counts the pause before a retry from the end of the attempt', () => {
    const { nextAt, updatedAt } = changesFor({ ok: false, answer: 500, reason: null }, 10)
    expect(Number(nextAt) - Number(updatedAt)).toBe(10_000)
    expect(changesFor({ ok: true, answer: 200, reason: null }, undefined)).toHaveProperty('deliveredAt')
  })
})

it('retries an e-mail with growing pauses of up to three hours', () => {
  const tries = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1000].map(pauseAfterMail)
  expect(tries).toEqual([5, 5, 30, 120, 600, 1800, 3600, 10_800, 10_800, 10_800])
})
