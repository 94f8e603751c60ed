import { describe, expect, it } from 'vitest'
import { ApiError, invalidFields } from '~/model/errors'
import { isLinkType, partsOf, TERMS } from '~/model/onboarding'
import type { User } from '~/model/record-of'
import {
  activation,
  actorOf,
  checkNewPassword,
  hashAcceptable,
  linkAnswers,
  toSaveError,
  userFacts,
} from '~/server/features/onboarding/link-users'
import { linkError } from '~/server/features/one-time-links/open-link'

/** The fields of an invited user that are read. */
const userWith = (more: Partial<User> = {}) =>
  ({
    ...{ uid: 'u', email: 'grace@museum.example', lang: 'fr', role: 'manager', status: 'pending' },
    ...{ firstname: null, lastname: null, company: { ref: 'companies/c', label: 'Museum' } },
    ...more,
  }) as Partial<User> as User
const invited = userWith()
const named = { firstname: 'Grace', lastname: 'Hopper', termsAgreement: TERMS }

describe('one-time link hashes', () => {
  it.each([
    ['abc-def', { uid: 'abc', key: 'def' }],
    ['abc-de-f', { uid: 'abc', key: 'de-f' }],
    ['-def', { uid: '', key: 'def' }],
    ['abc-', { uid: 'abc', key: '' }],
    ['abc', undefined],
    ['', undefined],
  ])('splits the hash %j into %j', (hash, parts) => {
    expect(partsOf(hash)).toEqual(parts)
  })

  it.each(['', 'Invite', 'invite ', 'constructor', '__proto__', 'passwordReset'])(
    '%j is no link type',
    type => {
      expect(isLinkType(type)).toBe(false)
    },
  )
})

describe('form of an invitation', () => {
  it('an accepted invitation activates the user with trimmed names', () => {
    expect(activation(invited, { ...named, firstname: ' Grace  ', lastname: 'Hopper\n' })).toEqual({
      ...{ firstname: 'Grace', lastname: 'Hopper', status: 'active', termsAgreement: TERMS },
    })
  })

  it('keeps existing names that the invited user did not enter', () => {
    const known = userWith({ firstname: 'Ada', lastname: 'Lovelace' })
    expect(activation(known, { termsAgreement: TERMS })).toMatchObject({
      firstname: 'Ada',
      lastname: 'Lovelace',
    })
    expect(activation(known, { firstname: 'Augusta', termsAgreement: TERMS })).toMatchObject({
      ...{ firstname: 'Augusta', lastname: 'Lovelace' },
    })
  })

  it.each([undefined, 0, TERMS + 1, TERMS - 0.5, Number.NaN])(
    'an invitation requires the current terms version, not %s',
    agreed => {
      expect(() => activation(invited, { ...named, termsAgreement: agreed })).toThrow(
        expect.objectContaining({
          code: 'OB5',
          details: { params: { reason: 'terms' }, fields: { termsAgreement: 'required' } },
        }),
      )
    },
  )

  it.each([
    [{ firstname: undefined }, { firstname: 'required' }],
    [{ firstname: '' }, { firstname: 'required' }],
    [
      { firstname: '  ', lastname: '\t' },
      { firstname: 'required', lastname: 'required' },
    ],
    [{ lastname: 'x'.repeat(81) }, { lastname: 'too_long' }],
    [{ lastname: 'a\0b' }, { lastname: 'invalid' }],
  ])('rejects an invitation with %j: %j', (answers, fields) => {
    expect(() => activation(invited, { ...named, ...answers })).toThrow(
      expect.objectContaining({ code: 'OB5', details: { params: { reason: 'names' }, fields } }),
    )
  })

  it('accepts names of 80 characters in any language', () => {
    const firstname = 'é'.repeat(80)
    expect(activation(invited, { ...named, firstname })).toMatchObject({ firstname })
  })

  it.each([
    [{}, true],
    [{ firstname: 'Grace', other: 1 }, true],
    [{ password: 7 }, true],
    [{ firstname: null }, false],
    [{ termsAgreement: '1' }, false],
    [[], false],
  ])('the body %j of a one-time link is accepted: %s', (body, accepted) => {
    expect(linkAnswers.safeParse(body).success).toBe(accepted)
  })
})

describe('new password', () => {
  it.each(['123456', 'x'.repeat(200), ' spaces ', 'пароль', 'a long sentence of mine'])(
    'accepts the password %j',
    password => {
      expect(() => checkNewPassword(password)).not.toThrow()
    },
  )

  const refused = [
    [undefined, 'required'],
    [null, 'required'],
    ['', 'required'],
    [0, 'required'],
    ['12345', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    [1234567, 'invalid'],
    [['a long sentence'], 'invalid'],
    [{ length: 20 }, 'invalid'],
    ['12345\0', 'invalid'],
    ['12345\ud83d', 'invalid'],
  ] as const

  it.each(refused)('the password %j is rejected as %s', (password, code) => {
    expect(() => checkNewPassword(password)).toThrow(
      expect.objectContaining({
        code: 'OB6',
        details: { params: { reason: code }, fields: { password: code } },
      }),
    )
  })

  it('an invalid password is not hashed, since hashing is slow', async () => {
    for (const [password] of refused) expect(await hashAcceptable(password)).toBe('')
  })
})

describe('user of a one-time link', () => {
  it('userFacts returns the known fields of the user and empty strings for the others', () => {
    expect(userFacts('invite', invited)).toEqual({
      ...{ type: 'invite', email: 'grace@museum.example', lang: 'fr' },
      ...{ firstname: '', lastname: '', company: 'Museum' },
    })
    expect(userFacts('reset', userWith({ firstname: 'Grace' }))).toMatchObject({
      ...{ type: 'reset', firstname: 'Grace' },
    })
  })

  it('the user of a link acts as themselves and manages no companies', () => {
    expect(actorOf(userWith({ role: 'partner' }))).toEqual({
      ...{ uid: 'u', role: 'partner', company: 'c', managed: [], open: [], licensed: false },
    })
  })
})

describe('errors of a one-time link', () => {
  it('linkError carries the code, the reason and the parameters', () => {
    const error = linkError('OB2', 'key', { params: { reason: 'other', minutes: 3 } })
    expect([error.status, error.message]).toEqual([404, 'The key is wrong, used or too old: key'])
    expect(error.details).toEqual({ params: { reason: 'key', minutes: 3 } })
  })

  it.each([
    [
      'an exceeded seat quota',
      new ApiError('quota', '-', { params: { left: 0 } }),
      'OB5',
      { left: 0, reason: 'quota' },
    ],
    ['a taken e-mail address', invalidFields({ email: 'taken' }), 'OB5', { reason: 'validation' }],
    ['an invalid password', linkError('OB6', 'too_short'), 'OB6', { reason: 'too_short' }],
  ])('%s becomes an error of the one-time link', (_name, error, code, params) => {
    expect(toSaveError(error)).toMatchObject({ code, details: { params } })
  })

  it('server errors of a one-time link stay unchanged', () => {
    for (const error of [
      new ApiError('unavailable', '-'),
      new ApiError('server_error', '-'),
      new TypeError('x'),
      'x',
    ])
      expect(toSaveError(error)).toBe(error)
  })
})
