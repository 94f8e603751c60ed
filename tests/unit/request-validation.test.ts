import fastify, { type InjectOptions } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { requestLimits } from '~/model/request-text'
import { answerErrors, answerUnroutable } from '~/server/platform/http/errors'
import { addBodyParsers, checkStorable, validateRequests } from '~/server/platform/http/request-validation'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** A server that counts what reaches its routes. */
const serving = () => {
  const app = fastify({ frameworkErrors: answerUnroutable })
  open.push(app)
  const reached: string[] = []
  answerErrors(app)
  addBodyParsers(app)
  validateRequests(app)
  for (const url of ['/parse/things', '/parse/things/:uid', '/page/:name'])
    app.all(url, async ({ url: asked }) => {
      reached.push(asked)
      return { here: true }
    })
  const ask = async (options: InjectOptions) => {
    const { statusCode, payload } = await app.inject({ method: 'POST', url: '/parse/things', ...options })
    return { status: statusCode, body: payload === '' ? undefined : JSON.parse(payload) }
  }
  return { app, ask, reached }
}

const refused = (code: string, field: string, status = 400) => ({
  status,
  body: expect.objectContaining({ code, fields: { [field]: 'invalid' }, params: { field } }),
})

const nestedTo = (depth: number) => {
  let value: unknown[] = ['x']
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

const list = (length: number, item: unknown = 0) => Array.from({ length }, () => item)

const encoded = (text: string) => Buffer.from(text).toString('base64')

describe('a body', () => {
  it.each([
    ['NUL', { name: 'a\0b' }, 'name'],
    ['half a character', { name: '\ud800' }, 'name'],
    ['the other half', { name: 'x\udfff' }, 'name'],
    ['NUL in a list in an object', { tags: ['sea', { deep: '\0' }] }, 'tags.1.deep'],
    ['NUL in a key', { rich: { 'a\0': 1 } }, 'rich'],
    ['NUL in a key of its own', { '\0': 1 }, 'body'],
    ['NUL as all of it', '\0', 'body'],
  ])('is refused for %s, and names the place', async (_what, body, field) => {
    const { ask, reached } = serving()
    const payload = JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    expect(await ask({ payload, headers })).toEqual(refused('invalid_text', field))
    expect(reached).toEqual([])
  })

  const { depth, items, keyLength, nodes, textLength } = requestLimits
  const most = Math.floor(nodes / items)

  it.each([
    ['too long a text', { name: 'x'.repeat(textLength + 1) }, 'name'],
    ['too long a list', { tags: list(items + 1) }, 'tags'],
    ['too many keys', Object.fromEntries(list(items + 1).map((_, index) => [`k${index}`, 0])), 'body'],
    ['too long a key', { ['k'.repeat(keyLength + 1)]: 0 }, 'body'],
    ['too deep a list', { a: nestedTo(depth) }, ['a', ...list(depth - 1, 0)].join('.')],
  ])('is refused for %s', async (_what, payload, field) => {
    expect(await serving().ask({ payload })).toEqual(refused('too_complex', field))
  })

  it('is refused for too many values in all', async () => {
    const { status, body } = await serving().ask({ payload: list(most, list(items)) })
    expect([status, body.code]).toEqual([400, 'too_complex'])
  })

  it.each([
    ['the longest text', { name: 'x'.repeat(textLength) }],
    ['the longest list', list(items)],
    ['the longest key', { ['k'.repeat(keyLength)]: 0 }],
    ['the deepest list', nestedTo(depth)],
    ['a whole pair of halves', { name: '😀' }],
    ['line breaks and other control characters', { name: 'a\n\t\u0001b' }],
    ['a key that objects inherit', { constructor: 1, toString: null }],
  ])('may hold %s', async (_what, payload) => {
    expect(await serving().ask({ payload })).toEqual({ status: 200, body: { here: true } })
  })

  it.each([
    '{"__proto__":{"role":"root"}}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{}}}',
    '{',
    '',
  ])('that reads %s is one or nothing, and never changes other objects', async payload => {
    const { status, body } = await serving().ask({ payload, headers: { 'content-type': 'application/json' } })
    expect([status, body.code]).toEqual(payload === '' ? [200, undefined] : [400, 'invalid_body'])
  })

  it('names a long place by its beginning', async () => {
    const payload = { ['k'.repeat(keyLength)]: '\0' }
    expect(await serving().ask({ payload })).toEqual(
      refused('invalid_text', 'k'.repeat(requestLimits.pathLength)),
    )
  })

  it('is looked at in other routes than those of the API too', async () => {
    expect(await serving().ask({ url: '/page/a', payload: { name: '\0' } })).toEqual(
      refused('invalid_text', 'name'),
    )
  })
})

describe('an address', () => {
  it.each(['/parse/things/a%00b', '/page/%00'])('is refused for NUL: %s', async url => {
    const { status, body } = await serving().ask({ method: 'GET', url })
    expect([status, body.code]).toEqual([400, 'invalid_text'])
  })

  it.each([
    '/parse/things?q=%',
    '/parse/things?q=%zz',
    '/parse/things?q=%ff',
    '/parse/things?%c3',
    '/parse/things?a=1&b=%ed%a0%80',
  ])('is refused where its query is not UTF-8: %s', async url => {
    const { ask, reached } = serving()
    expect(await ask({ method: 'GET', url })).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', params: { field: 'query' } },
    })
    expect(reached).toEqual([])
  })

  it.each([
    ['/parse/things?q=a%00', 'q'],
    ['/parse/things?q=1&q=%00', 'q.1'],
    ['/parse/things?a%00=1', 'query'],
  ])('is refused for NUL in its query: %s', async (url, field) => {
    expect(await serving().ask({ method: 'GET', url })).toEqual(refused('invalid_text', field))
  })

  it.each([
    '/parse/things?',
    '/parse/things?q=%25',
    '/parse/things?q=%F0%9F%98%80?&=&&',
    '/parse/things/%25?q=+',
  ])('may be %s', async url => {
    expect((await serving().ask({ method: 'GET', url })).status).toBe(200)
  })

  it.each([
    ['percent-encoded', '/%70arse/things?q=%00'],
    ['absolute', 'http://panel.example/parse/things?q=%00'],
  ])('is refused all the same where it is %s', async (_what, url) => {
    const { ask, reached } = serving()
    expect(await ask({ method: 'GET', url })).toEqual(refused('invalid_text', 'q'))
    expect(reached).toEqual([])
  })

  it('of a page may have any query, which nothing reads', async () => {
    expect((await serving().ask({ method: 'GET', url: '/page/a?q=%ff&r=%00' })).status).toBe(200)
  })

  it('that is no UTF-8 leads nowhere', async () => {
    const { status, body } = await serving().ask({ method: 'GET', url: '/parse/things/%ff' })
    expect([status, body.code, body.params]).toEqual([400, 'invalid_query', { field: 'path' }])
  })
})

describe('what is said about an upload', () => {
  const sent = (value: string) => serving().ask({ headers: { 'upload-metadata': value } })

  it.each([
    ['a line break', `filename ${encoded('a\r\nSet-Cookie: b')}`, 'filename'],
    ['NUL', `filename ${encoded('a\0')}`, 'filename'],
    ['a control character', `filetype ${encoded('image/\u007f')}`, 'filetype'],
    ['one in a later pair', `filename ${encoded('film')}, filetype ${encoded('\u001b[0m')}`, 'filetype'],
  ])('is refused for %s', async (_what, value, field) => {
    expect(await sent(value)).toEqual(refused('invalid_text', field))
  })

  it.each(['', 'filename', `filename ${encoded('Übersee 😀.mp4')},filetype ${encoded('video/mp4')}`, ',,'])(
    'may be “%s”',
    async value => {
      expect((await sent(value)).status).toBe(200)
    },
  )
})

describe('a value by itself', () => {
  it('is named by where it stands', () => {
    expect(() => checkStorable({ a: ['\0'] }, 'q')).toThrow(
      new ApiError('invalid_text', 'q.a.0 contains NUL, a lone surrogate or a control character', {
        fields: { 'q.a.0': 'invalid' },
        params: { field: 'q.a.0' },
      }),
    )
    expect(() => checkStorable('x'.repeat(requestLimits.textLength + 1))).toThrow(
      'body is too long, too large or nested too deep',
    )
  })

  it.each([undefined, null, 0, Number.NaN, true, '', 'text', {}, []])('%j can be stored', value => {
    expect(checkStorable(value)).toBeUndefined()
  })
})
