import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ApiError, type ErrorCode } from '~/model/errors'
import { isUnavailable } from '~/server/platform/database/errors'
import { toApiError } from '~/server/platform/http/errors'
import { StoreUnavailable } from '~/server/platform/storage/file-store'

const caught = async (work: () => Promise<unknown>) => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

/** The error of connecting to a database socket that does not exist. */
const refusedBySocket = () =>
  caught(
    () =>
      new Promise((_, reject) => {
        connect('/nowhere/.s.PGSQL.5432').once('error', reject)
      }),
  )

describe('toApiError', () => {
  it.each<[string, unknown, ErrorCode]>([
    ['an ApiError', new ApiError('state', 'Not now'), 'state'],
    ['a thrown value that is no error', 'a text', 'server_error'],
    ['an unavailable file store', new StoreUnavailable('away'), 'unavailable'],
    ['an aborted request', new Error('aborted'), 'invalid_body'],
    ['a body that is too large', coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'too_large'],
    [
      'a body that is no JSON',
      Object.assign(new SyntaxError('Unexpected'), { statusCode: 400 }),
      'invalid_body',
    ],
    ['an unreachable database', coded('ECONNREFUSED'), 'unavailable'],
    ['a statement timeout', coded('57014'), 'unavailable'],
    ['a foreign key violation', coded('23503'), 'validation'],
    [
      'a unique violation of an e-mail address',
      coded('23505', { constraint: 'users_email_unique' }),
      'user_exists',
    ],
    ['a unique violation of an unknown index', coded('23505', { constraint: 'other' }), 'server_error'],
  ])('maps %s to its error code', (_what, error, code) => {
    expect(toApiError(error).code).toBe(code)
  })

  it('a SyntaxError of the server’s own JSON is a server error, not an invalid body', async () => {
    const error = await caught(async () => JSON.parse('{kept'))
    expect(error).toBeInstanceOf(SyntaxError)
    expect(toApiError(error).code).toBe('server_error')
  })

  it('a missing file is a server error, not an unavailable database', async () => {
    const error = await caught(() => readFile('/nowhere/at-all'))
    expect([isUnavailable(error), toApiError(error).code]).toEqual([false, 'server_error'])
  })

  it('a missing database socket makes the service unavailable', async () => {
    const error = await refusedBySocket()
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
    expect(toApiError(error)).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
  })

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    'the driver error “%s” makes the service unavailable',
    message => {
      expect(toApiError(new Error(message)).code).toBe('unavailable')
    },
  )

  it('a protocol violation is a server error unless it is FATAL, as from a pooler', () => {
    expect(isUnavailable(coded('08P01', { severity: 'ERROR' }))).toBe(false)
    expect(isUnavailable(coded('08P01', { severity: 'FATAL' }))).toBe(true)
  })
})
