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

/** Of a database that listens at no such socket. */
const refusedBySocket = () =>
  caught(
    () =>
      new Promise((_, reject) => {
        connect('/nowhere/.s.PGSQL.5432').once('error', reject)
      }),
  )

describe('what went wrong in a request is answered as', () => {
  it.each<[string, unknown, ErrorCode]>([
    ['what the code refused', new ApiError('state', 'Not now'), 'state'],
    ['an error of the server, whatever was thrown', 'a text', 'server_error'],
    ['a file store that does not answer', new StoreUnavailable('away'), 'unavailable'],
    ['a request that ended early', new Error('aborted'), 'invalid_body'],
    ['a body that is too large', coded('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'too_large'],
    [
      'a body that is no JSON',
      Object.assign(new SyntaxError('Unexpected'), { statusCode: 400 }),
      'invalid_body',
    ],
    ['a database that is away', coded('ECONNREFUSED'), 'unavailable'],
    ['a statement that took too long', coded('57014'), 'unavailable'],
    ['two links at once to what is gone', coded('23503'), 'validation'],
    [
      'two people at once with one address',
      coded('23505', { constraint: 'users_email_unique' }),
      'user_exists',
    ],
    ['an index of which the panel knows nothing', coded('23505', { constraint: 'other' }), 'server_error'],
  ])('%s', (_what, error, code) => {
    expect(toApiError(error).code).toBe(code)
  })

  it('a fault of the server where its own text is no JSON: nobody’s request is to blame, and it is logged', async () => {
    const error = await caught(async () => JSON.parse('{kept'))
    expect(error).toBeInstanceOf(SyntaxError)
    expect(toApiError(error).code).toBe('server_error')
  })

  it('a fault of the server where a file is missing, which the database has no part in', async () => {
    const error = await caught(() => readFile('/nowhere/at-all'))
    expect([isUnavailable(error), toApiError(error).code]).toEqual([false, 'server_error'])
  })

  it('a database that is away where its socket is missing', async () => {
    const error = await refusedBySocket()
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
    expect(toApiError(error)).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
  })

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
    'a database that is away where the driver says: %s',
    message => {
      expect(toApiError(new Error(message)).code).toBe('unavailable')
    },
  )

  it('a fault of the server where PostgreSQL, not a pooler, says that the protocol was broken', () => {
    expect(isUnavailable(coded('08P01', { severity: 'ERROR' }))).toBe(false)
    expect(isUnavailable(coded('08P01', { severity: 'FATAL' }))).toBe(true)
  })
})
