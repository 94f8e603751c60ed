import { describe, expect, it } from 'vitest'
import { onboarding as texts } from '~/i18n/en/onboarding'
import { BackendError } from '~/src/api/backend-error'
import { failureIn, failureText, missingIn, problemOf } from '~/src/auth/onboarding/completion'
import { filled } from '~/src/ui/language-files'

const { problems, failures } = texts
const refused = (status: number, code: string, more: ConstructorParameters<typeof BackendError>[3] = {}) =>
  new BackendError(status, code, code, more)

describe('a problem of a one-time link', () => {
  it('describes a failure by its code, the code’s meaning and the reason', () => {
    const error = refused(422, 'OB6', { body: { params: { reason: 'too_short' } } })
    expect(failureIn(error, texts)).toBe('OB6')
    const text = failureText('OB6', error, texts)
    expect(text).toBe([filled(texts.data, { code: 'OB6' }), failures.OB6, problems.passwordShort].join(' '))
    expect(text).not.toContain('%{')
  })

  it('points to a field only if the server named one', () => {
    expect(problemOf(refused(422, 'OB6', { fields: { password: 'too_short' } }), texts).field).toBe(
      'password',
    )
    expect(problemOf(refused(422, 'OB5', { fields: { firstname: 'required' } }), texts).field).toBe(
      'firstname',
    )
    expect(problemOf(refused(422, 'OB6'), texts)).not.toHaveProperty('field')
    expect(problemOf(refused(410, 'OB1', { fields: { key: 'invalid' } }), texts)).not.toHaveProperty('field')
  })

  it('shows how long to wait after too many attempts, ten minutes by default', () => {
    const wait = (retryAfter?: number) =>
      problemOf(refused(429, 'too_many_requests', retryAfter === undefined ? {} : { retryAfter }), texts).text
    expect(wait(61)).toBe(filled(problems.tooManyAttempts, { minutes: 2 }))
    expect(wait()).toBe(filled(problems.tooManyAttempts, { minutes: 10 }))
  })

  it.each([0, 502, 503, 504])('reports the server as unreachable for the status %d', status => {
    expect(problemOf(refused(status, 'unknown'), texts)).toEqual({ text: problems.unreachable })
  })

  it.each([
    ['an error of the server', refused(500, 'server_error')],
    ['an error of the panel', new TypeError('x is not a function')],
    ['anything else', 'a text'],
    ['a code that is an inherited property name', refused(400, 'toString')],
  ])('reports a general failure for %s', (_what, error) => {
    expect(problemOf(error, texts)).toEqual({ text: problems.failed })
  })
})

describe('missing input in a form', () => {
  const whole = {
    ...{ email: 'a@b.example', firstname: 'Ann', lastname: 'Roe', terms: 'yes' },
    ...{ password: 'longenough', confirmation: 'longenough' },
  }
  it('reports nothing for a complete form or for fields that the form does not have', () => {
    expect(missingIn(whole, texts)).toBeUndefined()
    expect(missingIn({ password: 'longenough', confirmation: 'longenough' }, texts)).toBeUndefined()
  })

  it.each([
    ['email', { email: '' }, problems.emailMissing],
    ['firstname', { firstname: '' }, problems.firstnameMissing],
    ['lastname', { lastname: '' }, problems.lastnameMissing],
    ['password', { password: '' }, problems.passwordMissing],
    ['password', { password: '12345', confirmation: '12345' }, problems.passwordShort],
    ['confirmation', { confirmation: '' }, problems.confirmationMissing],
    ['confirmation', { confirmation: 'longenougH' }, problems.mismatch],
    ['terms', { terms: '' }, problems.termsMissing],
  ])('reports the missing or invalid field %s', (field, changes, text) => {
    expect(missingIn({ ...whole, ...changes }, texts)).toEqual({ field, text })
  })

  it('reports one missing field at a time, in the order of the form', () => {
    expect(missingIn({ email: '', firstname: '', password: '', terms: '' }, texts)?.field).toBe('email')
  })
})
