import { describe, expect, it } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { codeOf, failingAsBackend, toBackendError } from '~/src/api/cloud/failures'
import { temporaryPath } from '~/src/api/cloud/temporary-path'

const firebaseError = (code: string) => Object.assign(new Error('As Firebase says it'), { code })

const told = ({ status, code, message }: BackendError) => [status, code, message]

describe('code of an error', () => {
  it.each([
    ['a Firebase error', firebaseError('auth/timeout'), 'auth/timeout'],
    ['a bare object', { code: 'unavailable' }, 'unavailable'],
    ['an error without a code', new Error('Broken'), ''],
    ['null', null, ''],
    ['a string', 'auth/timeout', ''],
    ['undefined', undefined, ''],
  ])('the code of %s is “%s”', (_, error, code) => {
    expect(codeOf(error)).toBe(code)
  })
})

describe('Firebase errors', () => {
  it.each([
    ['auth/network-request-failed', 0, 'unreachable'],
    ['auth/timeout', 0, 'unreachable'],
    ['unavailable', 0, 'unreachable'],
    ['auth/popup-blocked', 0, 'popup_blocked'],
    ['auth/popup-closed-by-user', 0, 'popup_closed'],
    ['auth/cancelled-popup-request', 0, 'popup_closed'],
    ['auth/invalid-login-credentials', 404, 'sign_in_failed'],
    ['auth/wrong-password', 404, 'wrong_password'],
    ['auth/account-exists-with-different-credential', 409, 'other_sign_in'],
    ['auth/too-many-requests', 429, 'too_many_requests'],
  ])('maps %s to the status %i and the code %s', (given, status, code) => {
    expect(toBackendError(firebaseError(given))).toMatchObject({ status, code })
  })

  it('unknown and disabled users give the same error', () => {
    const [unknown, disabled] = ['auth/user-not-found', 'auth/user-disabled'].map(code =>
      told(toBackendError(firebaseError(code))),
    )
    expect(disabled).toEqual(unknown)
  })

  it('an unmapped Firebase error keeps its code and message', () => {
    expect(told(toBackendError(firebaseError('permission-denied')))).toEqual([
      500,
      'permission-denied',
      'As Firebase says it',
    ])
  })

  it.each([
    ['an error without a code', new Error('Broken'), 'Broken'],
    ['an empty code', firebaseError(''), 'As Firebase says it'],
    ['a string', 'Broken', 'Broken'],
  ])('maps %s to a server error', (_, error, message) => {
    expect(told(toBackendError(error))).toEqual([500, 'server_error', message])
  })

  it('a BackendError stays unchanged', () => {
    const error = new BackendError(409, 'stale', 'Stale', { requestId: 'r1' })
    expect(toBackendError(error)).toBe(error)
  })
})

describe('failingAsBackend', () => {
  it('returns the result of the Firebase call', async () => {
    expect(await failingAsBackend(async () => ({ user: 'me' }))).toEqual({ user: 'me' })
  })

  it('a rejected or throwing Firebase call becomes a BackendError', async () => {
    const refused = firebaseError('auth/wrong-password')
    await expect(failingAsBackend(() => Promise.reject(refused))).rejects.toMatchObject({
      name: 'BackendError',
      code: 'wrong_password',
    })
    const begin = () => {
      throw refused
    }
    await expect(failingAsBackend(begin)).rejects.toMatchObject({ code: 'wrong_password' })
  })
})

describe('temporary path', () => {
  it.each([
    ['control characters', 'a\u0000b\nc\u007f.mp4', 'a_b_c_.mp4'],
    ['wildcards and URL delimiters', 'a*[b]?#.mp4', 'a__b___.mp4'],
    ['letters of other scripts, blanks and punctuation', 'Été – 夏 (1)+%&.mp4', 'Été – 夏 (1)+%&.mp4'],
    ['path traversal', '../../other/film.mp4', '..--..--other--film.mp4'],
    ['no characters', '', ''],
  ])('a temporary path of a name with %s keeps the rest', (_, name, end) => {
    expect(temporaryPath('u1', 'f1', name)).toBe(`temp--u1--f1--${end}`)
  })

  it('a temporary path contains no slash', () => {
    expect(temporaryPath('u/1', 'f/1', '/')).toBe('temp--u--1--f--1----')
  })

  it('a temporary path has the last 120 characters of the name', () => {
    const name = (length: number) => `${'a'.repeat(length - 4)}.mp4`
    expect(temporaryPath('u', 'f', name(120))).toBe(`temp--u--f--${name(120)}`)
    expect(temporaryPath('u', 'f', name(121))).toBe(`temp--u--f--${name(120)}`)
  })
})

describe('errors without a Firebase code', () => {
  it.each([
    [{ code: 'constructor', message: 'Odd' }, 'constructor'],
    [{ code: undefined }, 'server_error'],
    [new DOMException('Left', 'AbortError'), 'server_error'],
  ])('maps %j to a server error', (error, code) => {
    expect(toBackendError(error)).toMatchObject({ status: 500, code })
  })
})

it('a temporary path never contains half of a surrogate pair', () => {
  const path = temporaryPath('u', 'f', `${'😀'.repeat(130)}a.mp4`)
  expect(path).toBe(`temp--u--f--${'😀'.repeat(115)}a.mp4`)
  expect(temporaryPath('u', 'f', '\ud83d.mp4')).toBe('temp--u--f--_.mp4')
})
