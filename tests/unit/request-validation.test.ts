import fastify, { type InjectOptions } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { requestLimits } from '~/model/text'
import { answerErrors, answerUnroutable } from '~/server/platform/http/errors'
import { addBodyParsers, checkStorable, validateRequests } from '~/server/platform/http/request-validation'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** A server that records requests that reach its routes. */
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

describe('a request body', () => {
  it.each([
    ['NUL', { name: 'a\0b' }, 'name'],
    ['a lone high surrogate', { name: '\ud800' }, 'name'],
    ['a lone low surrogate', { name: 'x\udfff' }, 'name'],
    ['NUL in a list in an object', { tags: ['sea', { deep: '\0' }] }, 'tags.1.deep'],
    ['NUL in a key', { rich: { 'a\0': 1 } }, 'rich'],
    ['a key that is NUL', { '\0': 1 }, 'body'],
    ['NUL as the whole body', '\0', 'body'],
  ])('rejects a request body for %s with 400 and names the field', async (_what, body, field) => {
    const { ask, reached } = serving()
    const payload = JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    expect(await ask({ payload, headers })).toEqual(refused('invalid_text', field))
    expect(reached).toEqual([])
  })

  const { depth, items, keyLength, nodes, textLength } = requestLimits
  const most = Math.floor(nodes / items)

  it.each([
    ['a text that is too long', { name: 'x'.repeat(textLength + 1) }, 'name'],
    ['a list that is too long', { tags: list(items + 1) }, 'tags'],
    ['too many keys', Object.fromEntries(list(items + 1).map((_, index) => [`k${index}`, 0])), 'body'],
    ['a key that is too long', { ['k'.repeat(keyLength + 1)]: 0 }, 'body'],
    ['a list nested too deep', { a: nestedTo(depth) }, ['a', ...list(depth - 1, 0)].join('.')],
  ])('rejects a request body for %s', async (_what, payload, field) => {
    expect(await serving().ask({ payload })).toEqual(refused('too_complex', field))
  })

  it('rejects a request body with too many values in total', async () => {
    const { status, body } = await serving().ask({ payload: list(most, list(items)) })
    expect([status, body.code]).toEqual([400, 'too_complex'])
  })

  it.each([
    ['the longest text', { name: 'x'.repeat(textLength) }],
    ['the longest list', list(items)],
    ['the longest key', { ['k'.repeat(keyLength)]: 0 }],
    ['the deepest list', nestedTo(depth)],
    ['a complete surrogate pair', { name: '😀' }],
    ['line breaks and other control characters', { name: 'a\n\t\u0001b' }],
    ['a key that objects inherit', { constructor: 1, toString: null }],
  ])('accepts a request body with %s', async (_what, payload) => {
    expect(await serving().ask({ payload })).toEqual({ status: 200, body: { here: true } })
  })

  it.each([
    '{"__proto__":{"role":"root"}}',
    '{"a":{"__proto__":1}}',
    '{"constructor":{"prototype":{}}}',
    '{',
    '',
  ])('answers the malformed or poisoned body %s with 400, an empty one with 200', async payload => {
    const { status, body } = await serving().ask({ payload, headers: { 'content-type': 'application/json' } })
    expect([status, body.code]).toEqual(payload === '' ? [200, undefined] : [400, 'invalid_body'])
  })

  it('truncates a long field path in the error', async () => {
    const payload = { ['k'.repeat(keyLength)]: '\0' }
    expect(await serving().ask({ payload })).toEqual(
      refused('invalid_text', 'k'.repeat(requestLimits.pathLength)),
    )
  })

  it('validates bodies of routes outside the API as well', async () => {
    expect(await serving().ask({ url: '/page/a', payload: { name: '\0' } })).toEqual(
      refused('invalid_text', 'name'),
    )
  })
})

describe('a request URL', () => {
  it.each(['/parse/things/a%00b', '/page/%00'])('rejects NUL in a URL path: %s', async url => {
    const { status, body } = await serving().ask({ method: 'GET', url })
    expect([status, body.code]).toEqual([400, 'invalid_text'])
  })

  it.each([
    '/parse/things?q=%',
    '/parse/things?q=%zz',
    '/parse/things?q=%ff',
    '/parse/things?%c3',
    '/parse/things?a=1&b=%ed%a0%80',
  ])('rejects a query that is not UTF-8: %s', async url => {
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
  ])('rejects NUL in a query: %s', async (url, field) => {
    expect(await serving().ask({ method: 'GET', url })).toEqual(refused('invalid_text', field))
  })

  it.each([
    '/parse/things?',
    '/parse/things?q=%25',
    '/parse/things?q=%F0%9F%98%80?&=&&',
    '/parse/things/%25?q=+',
  ])('accepts the URL %s', async url => {
    expect((await serving().ask({ method: 'GET', url })).status).toBe(200)
  })

  it.each([
    ['percent-encoded', '/%70arse/things?q=%00'],
    ['absolute', 'http://panel.example/parse/things?q=%00'],
  ])('validates the query of a URL that is %s', async (_what, url) => {
    const { ask, reached } = serving()
    expect(await ask({ method: 'GET', url })).toEqual(refused('invalid_text', 'q'))
    expect(reached).toEqual([])
  })

  it('accepts any query for pages, which do not read it', async () => {
    expect((await serving().ask({ method: 'GET', url: '/page/a?q=%ff&r=%00' })).status).toBe(200)
  })

  it('rejects a URL path that is not UTF-8 with 400', async () => {
    const { status, body } = await serving().ask({ method: 'GET', url: '/parse/things/%ff' })
    expect([status, body.code, body.params]).toEqual([400, 'invalid_query', { field: 'path' }])
  })
})

describe('the metadata of an upload', () => {
  const sent = (value: string) => serving().ask({ headers: { 'upload-metadata': value } })

  it.each([
    ['a line break', `filename ${encoded('a\r\nSet-Cookie: b')}`, 'filename'],
    ['NUL', `filename ${encoded('a\0')}`, 'filename'],
    ['a control character', `filetype ${encoded('image/\u007f')}`, 'filetype'],
    ['one in a later pair', `filename ${encoded('film')}, filetype ${encoded('\u001b[0m')}`, 'filetype'],
  ])('rejects upload metadata for %s', async (_what, value, field) => {
    expect(await sent(value)).toEqual(refused('invalid_text', field))
  })

  it.each(['', 'filename', `filename ${encoded('Übersee 😀.mp4')},filetype ${encoded('video/mp4')}`, ',,'])(
    'accepts the upload metadata “%s”',
    async value => {
      expect((await sent(value)).status).toBe(200)
    },
  )
})

describe('a single value', () => {
  it('names the field path of an invalid value', () => {
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

  it.each([undefined, null, 0, Number.NaN, true, '', 'text', {}, []])(
    'accepts %j as a storable value',
    value => {
      expect(checkStorable(value)).toBeUndefined()
    },
  )
})
