import { describe, expect, it } from 'vitest'
import { BackendError } from '~/src/api/backend-error'
import { codeOf, failingAsBackend, toBackendError } from '~/src/api/cloud/failures'
import { temporaryPath } from '~/src/api/cloud/temporary-path'

const firebaseError = (code: string) => Object.assign(new Error('As Firebase says it'), { code })

const told = ({ status, code, message }: BackendError) => [status, code, message]

describe('the code of an error', () => {
  it.each([
    ['of Firebase', firebaseError('auth/timeout'), 'auth/timeout'],
    ['that is a bare object', { code: 'unavailable' }, 'unavailable'],
    ['that has none', new Error('Broken'), ''],
    ['that is null', null, ''],
    ['that is a text', 'auth/timeout', ''],
    ['that is nothing', undefined, ''],
  ])('%s is “%s”', (_, error, code) => {
    expect(codeOf(error)).toBe(code)
  })
})

describe('an error of Firebase', () => {
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
  ])('%s has the status %i and the code %s', (given, status, code) => {
    expect(toBackendError(firebaseError(given))).toMatchObject({ status, code })
  })

  it('does not tell a user that is unknown from one that is disabled', () => {
    const [unknown, disabled] = ['auth/user-not-found', 'auth/user-disabled'].map(code =>
      told(toBackendError(firebaseError(code))),
    )
    expect(disabled).toEqual(unknown)
  })

  it('that nobody has thought of keeps its code and message', () => {
    expect(told(toBackendError(firebaseError('permission-denied')))).toEqual([
      500,
      'permission-denied',
      'As Firebase says it',
    ])
  })

  it.each([
    ['an error without a code', new Error('Broken'), 'Broken'],
    ['an empty code', firebaseError(''), 'As Firebase says it'],
    ['a text', 'Broken', 'Broken'],
  ])('that is %s is one of the server', (_, error, message) => {
    expect(told(toBackendError(error))).toEqual([500, 'server_error', message])
  })

  it('that is converted already stays as it is', () => {
    const error = new BackendError(409, 'stale', 'Stale', { requestId: 'r1' })
    expect(toBackendError(error)).toBe(error)
  })
})

describe('a call of Firebase', () => {
  it('answers what it answered', async () => {
    expect(await failingAsBackend(async () => ({ user: 'me' }))).toEqual({ user: 'me' })
  })

  it('fails as the backend does, also before it has begun', async () => {
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

describe('a temporary path', () => {
  it.each([
    ['control characters', 'a\u0000b\nc\u007f.mp4', 'a_b_c_.mp4'],
    ['what searches and patterns are made of', 'a*[b]?#.mp4', 'a__b___.mp4'],
    ['letters of other scripts, blanks and marks', 'Été – 夏 (1)+%&.mp4', 'Été – 夏 (1)+%&.mp4'],
    ['a way out of the folder', '../../other/film.mp4', '..--..--other--film.mp4'],
    ['nothing at all', '', ''],
  ])('of a name with %s keeps the rest', (_, name, end) => {
    expect(temporaryPath('u1', 'f1', name)).toBe(`temp--u1--f1--${end}`)
  })

  it('is in no folder, whatever its parts hold', () => {
    expect(temporaryPath('u/1', 'f/1', '/')).toBe('temp--u--1--f--1----')
  })

  it('holds the last 120 characters of a name', () => {
    const name = (length: number) => `${'a'.repeat(length - 4)}.mp4`
    expect(temporaryPath('u', 'f', name(120))).toBe(`temp--u--f--${name(120)}`)
    expect(temporaryPath('u', 'f', name(121))).toBe(`temp--u--f--${name(120)}`)
  })
})

describe('what is not of Firebase', () => {
  it.each([
    [{ code: 'constructor', message: 'Odd' }, 'constructor'],
    [{ code: undefined }, 'server_error'],
    [new DOMException('Left', 'AbortError'), 'server_error'],
  ])('is an error of the server: %j', (error, code) => {
    expect(toBackendError(error)).toMatchObject({ status: 500, code })
  })
})

it('a path is cut between characters, and holds no half of one', () => {
  const path = temporaryPath('u', 'f', `${'😀'.repeat(130)}a.mp4`)
  expect(path).toBe(`temp--u--f--${'😀'.repeat(115)}a.mp4`)
  expect(temporaryPath('u', 'f', '\ud83d.mp4')).toBe('temp--u--f--_.mp4')
})
