import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isAway } from '~/cli/api'
import { ApiFailure, failureText, isFinal, NoAnswer, reportTo, textsOf, UsageError } from '~/cli/report'
import { isStorableText } from '~/model/text'

const texts = textsOf('en')
/** The control sequence that clears the line of a terminal. */
const CLEAR = '\r\u001b[2K'

const begin = ({ isTTY = false, columns = 80, language = 'en' as 'en' | 'fr' } = {}) => {
  const written: string[] = []
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0
  return { report: reportTo({ write, isTTY, columns }, textsOf(language)), written }
}

describe('report on a terminal', () => {
  it('a permanent line or new progress replaces the progress line', () => {
    const { report, written } = begin({ isTTY: true })
    report.progress('checking', { name: 'One' })
    report.progress('checking', { name: 'Two' })
    report.line('made', { name: 'Two' })
    report.line('nothing')
    expect(written).toEqual([
      ...['One: checking', CLEAR, 'Two: checking', CLEAR],
      ...['Two: completed\n', 'No 3D video is being created.\n'],
    ])
  })

  it('clears the progress line before it reports a failure', () => {
    const { report, written } = begin({ isTTY: true })
    report.progress('checking', { name: 'One' })
    report.failure('One', new Error('broken'))
    expect(written.slice(1)).toEqual([CLEAR, 'One: broken\n'])
  })

  it.each([
    [80, 79],
    [41, 40],
    [21, 20],
    [10, 20],
    [0, 20],
  ])('progress on a terminal of %d columns has at most %d characters', (columns, letters) => {
    const { report, written } = begin({ isTTY: true, columns })
    report.progress('checking', { name: 'x'.repeat(200) })
    expect(written.join('')).toHaveLength(letters)
  })

  it('truncated progress contains no half of a surrogate pair', () => {
    const { report, written } = begin({ isTTY: true, columns: 40 })
    for (const before of ['', 'x']) report.progress('checking', { name: before + '🚶'.repeat(50) })
    expect(written.every(isStorableText)).toBe(true)
  })
})

describe('report in a log file', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('writes progress to a log file every 30 seconds and all permanent lines', () => {
    const { report, written } = begin()
    const progressAfter = (milliseconds: number, name: string) => {
      vi.setSystemTime(Date.now() + milliseconds)
      report.progress('checking', { name })
    }
    progressAfter(0, 'One')
    progressAfter(30_000, 'too early')
    progressAfter(1, 'Two')
    report.line('made', { name: 'Two' })
    expect(written).toEqual(['One: checking\n', 'Two: checking\n', 'Two: completed\n'])
  })
})

describe('untrusted names', () => {
  it.each([
    ['a sequence that sets the window title', 'Quay\u001b]0;owned\u0007', 'Quay ]0;owned '],
    ['a sequence that moves to the previous line', 'Quay\u001b[1A\u001b[2KDone', 'Quay [1A [2KDone'],
    ['line breaks', 'Quay\r\nNo 3D video failed.\n', 'Quay  No 3D video failed. '],
    ['an eight-bit control character', 'Quay\u009b2J', 'Quay 2J'],
    ['letters of any language stay', 'Été 🚶 日本', 'Été 🚶 日本'],
  ])('removes control characters of a name from the output: %s', (_what, name, shown) => {
    for (const isTTY of [true, false]) {
      const { report, written } = begin({ isTTY })
      report.line('made', { name })
      report.progress('checking', { name })
      report.failure(name, new ApiFailure(422, { error: name }))
      const text = written.join('').replaceAll(CLEAR, '')
      expect(text).toBe(`${shown}: completed\n${shown}: checking${isTTY ? '' : '\n'}${shown}: ${shown}\n`)
    }
  })
})

describe('numbers', () => {
  it.each([
    [0, '0 sec'],
    [0.2, '1 sec'],
    [59, '59 sec'],
    [59.5, '1 min'],
    [60, '1 min'],
    [60.1, '2 min'],
    [119, '2 min'],
    [7200, '120 min'],
  ])('formats %d seconds as %s', (seconds, shown) => {
    expect(begin().report.left(seconds)).toBe(shown)
  })

  it.each([
    [0, '0 MB', '0 Mo'],
    [49_999, '0 MB', '0 Mo'],
    [50_000, '0.1 MB', '0,1 Mo'],
    [12_340_000, '12.3 MB', '12,3 Mo'],
  ])('formats %d bytes as %s, and as %s in French', (count, english, french) => {
    const plain = (text: string) => text.replace(/\s/g, ' ')
    expect(plain(begin().report.size(count))).toBe(english)
    expect(plain(begin({ language: 'fr' }).report.size(count))).toBe(french)
  })
})

describe('failures', () => {
  it.each([
    ['a wrong command', new UsageError('noFolder', { folder: '/x' }), /^“\/x” is no folder/],
    [
      'a refused token',
      new ApiFailure(401, { code: 'session_expired' }),
      /^The server does not accept VECTO_TOKEN/,
    ],
    ['a response without a body', new ApiFailure(502, undefined), /^HTTP 502$/],
    ['a response of another program', new ApiFailure(500, '<h1>Oops</h1>'), /^HTTP 500$/],
    ['a code without a text', new ApiFailure(400, { code: 'strange', error: 'Strange' }), /^Strange$/],
    ['a code like a method', new ApiFailure(400, { code: 'toString', error: 'Odd' }), /^Odd$/],
    ['no response', new NoAnswer('fetch failed'), /^fetch failed$/],
    ['a value that is no error', 'gone', /^gone$/],
  ])('describes the failure: %s', (_name, error, words) => {
    expect(failureText(error, texts)).toMatch(words)
  })

  it('a failure lists its parameters and each rejected field', () => {
    const body = { code: 'quota', error: '-', params: { quota: 'minutes', left: 3, total: 9, used: 6 } }
    expect(failureText(new ApiFailure(409, body), texts)).not.toMatch(/%\{/)
    const fields = { name: 'required', file: 'unknown_record', other: 'strange' }
    const text = failureText(new ApiFailure(422, { code: 'validation', fields }), texts)
    const [, ...refused] = text.split(' · ')
    expect(refused.map(each => each.split(': ')[0])).toEqual(['name', 'file', 'other'])
    expect(refused[2]).toBe('other: strange')
  })

  it.each([
    [new UsageError('noVideo'), true, false],
    [new ApiFailure(401, undefined), true, false],
    [new ApiFailure(403, undefined), false, false],
    [new ApiFailure(404, undefined), false, false],
    [new ApiFailure(408, undefined), false, true],
    [new ApiFailure(409, { code: 'state' }), false, false],
    [new ApiFailure(409, { code: 'idempotency_running' }), false, true],
    [new ApiFailure(422, undefined), false, false],
    [new ApiFailure(429, undefined), false, true],
    [new ApiFailure(500, undefined), false, false],
    [new ApiFailure(502, undefined), false, true],
    [new ApiFailure(503, undefined), false, true],
    [new ApiFailure(504, undefined), false, true],
    [new ApiFailure(507, undefined), false, false],
    [new NoAnswer('fetch failed'), false, true],
    [new TypeError('a fault'), false, false],
  ])('%s ends the command: %s; it is temporary: %s', (error, final, passes) => {
    expect([isFinal(error), isAway(error)]).toEqual([final, passes])
  })
})
