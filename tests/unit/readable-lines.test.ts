import { describe, expect, it } from 'vitest'
import { namesIn } from '~/server/features/setup/create-root-command'
import { readConfig } from '~/server/platform/config/config'
import { readableLine } from '~/server/platform/process/readable-lines'

const line = (more: object) =>
  `${JSON.stringify({ level: 30, time: 1, pid: 7, hostname: 'h', trace: 't', ...more })}\n`

describe('a log line on a terminal', () => {
  it.each([
    [
      { msg: 'There is room on the disk again', freeMegabytes: 12 },
      'There is room on the disk again (freeMegabytes 12)\n',
    ],
    [{ level: 40, msg: 'the queue', error: 'no answer' }, 'Warning: The queue (error no answer)\n'],
    [
      { level: 50, msg: 'broken', err: { stack: 'Error: broken\n    at here' } },
      'Error: Broken\n  Error: broken\n      at here\n',
    ],
  ])('states what happened, and the facts in brackets: %j', (fields, text) => {
    expect(readableLine(line(fields))).toBe(text)
  })

  it.each([
    { level: 40, msg: 'a slow statement', milliseconds: 300, statement: 'select 1' },
    { msg: 'incoming request', req: { method: 'GET' } },
    { msg: 'request completed', res: { statusCode: 200 }, responseTime: 3 },
    { msg: 'Server listening at http://127.0.0.1:1337' },
  ])('leaves out SQL, requests and the address: %j', fields => {
    expect(readableLine(line(fields))).toBe('')
  })

  it('keeps a warning about a request, and a line that is no JSON', () => {
    expect(readableLine(line({ level: 40, msg: 'a request failed', req: {}, code: 'unavailable' }))).toBe(
      'Warning: A request failed (code unavailable)\n',
    )
    expect(readableLine('not JSON\n')).toBe('not JSON\n')
  })
})

describe('LOG_FORMAT', () => {
  it('LOG_FORMAT is json by default where the output is no terminal', () => {
    expect(readConfig({}, '1').LOG_FORMAT).toBe('json')
    expect(readConfig({ LOG_FORMAT: 'text' }, '1').LOG_FORMAT).toBe('text')
    expect(() => readConfig({ LOG_FORMAT: 'xml' }, '1')).toThrow(
      'LOG_FORMAT=xml is refused: it takes json or text.',
    )
  })
})

describe('the names of a root account that only has an address', () => {
  it.each([
    ['grace.hopper@x.example', 'Grace', 'Hopper'],
    ['ada_king-lovelace+vecto@x.example', 'Ada', 'King Lovelace'],
    ['owner@x.example', 'Owner', 'Root'],
  ])('are those in %s', (email, firstname, lastname) => {
    expect(namesIn(email)).toEqual({ firstname, lastname })
  })
})
