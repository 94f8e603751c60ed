import { expect, it } from 'vitest'
import { errorStatus } from '~/model/errors'
import { keysOf } from '~/model/objects'
import { parseCode } from '~/server/features/auth/auth-routes'
import { durationUntil } from '~/server/features/sessions/session-hooks'

it('maps errors of sign-in and of expired sessions to error codes of Parse', () => {
  const codes = keysOf(errorStatus).flatMap(code => {
    const known = parseCode({ code })
    return known === undefined ? [] : [[code, known]]
  })
  expect(Object.fromEntries(codes)).toEqual({
    ...{ session_expired: 209, user_not_found: 101, wrong_password: 101, sign_in_failed: 101 },
  })
})

it.each([
  ['2026-11-27T12:00:00.000Z', 0],
  ['2026-11-27T12:00:00.499Z', 0],
  ['2026-11-27T12:00:00.500Z', 1],
  ['2026-11-27T13:00:00.000Z', 3600],
  ['2026-12-27T12:00:00.000Z', 30 * 86_400],
  ['2026-11-27T11:59:59.000Z', 0],
])('the duration of a session from noon until %s is %d seconds', (end, seconds) => {
  expect(durationUntil({ createdAt: '2026-11-27T12:00:00.000Z' }, Date.parse(end))).toBe(seconds)
})
