import { describe, expect, it } from 'vitest'
import { ApiError } from '~/model/errors'
import { companies } from '~/model/resources/companies'
import { guests } from '~/model/resources/guests'
import { medias } from '~/model/resources/medias'
import { users } from '~/model/resources/users'
import { vectos } from '~/model/resources/vectos'
import { checkTransition, isAvailableFor, isInState } from '~/model/states'

const refusal = (work: () => void) => {
  try {
    work()
  } catch (error) {
    return error instanceof ApiError ? error : undefined
  }
  return undefined
}

describe('a state transition', () => {
  it.each([
    [users, 'active', 'disabled'],
    [users, 'disabled', 'active'],
    [users, 'pending', 'deleted'],
    [medias, 'completed', 'deletable'],
    [vectos, 'completed', 'renaming'],
  ] as const)('accepts a declared state transition: %#', (resource, from, to) => {
    expect(refusal(() => checkTransition(resource, from, to))).toBeUndefined()
  })

  it.each([
    [users, 'deleted', 'active'],
    [users, 'active', 'pending'],
    [users, 'unknown', 'active'],
    [guests, 'accepted', 'pending'],
    [vectos, 'new', 'completed'],
  ] as const)('refuses an undeclared state transition: %#', (resource, from, to) => {
    expect(refusal(() => checkTransition(resource, from, to))).toBeDefined()
  })

  it('refuses a state transition with both states as parameters of the message', () => {
    const error = refusal(() => checkTransition(users, 'deleted', 'active'))
    expect([error?.code, error?.message, error?.details.params]).toEqual([
      'state',
      'users: deleted cannot become active',
      { from: 'deleted', to: 'active' },
    ])
  })

  it('accepts an unchanged or omitted state, and any state of a resource without transitions', () => {
    expect(refusal(() => checkTransition(users, 'deleted', 'deleted'))).toBeUndefined()
    expect(refusal(() => checkTransition(users, 'deleted', undefined))).toBeUndefined()
    expect(refusal(() => checkTransition(companies, 'one', 'other'))).toBeUndefined()
  })

  it('isInState accepts the listed states, or any state without a list', () => {
    expect(isInState(medias, { status: 'completed' }, ['completed'])).toBe(true)
    expect(isInState(medias, { status: 'pending' }, ['completed'])).toBe(false)
    expect(isInState(medias, { status: 'pending' }, undefined)).toBe(true)
    expect(isInState(companies, {}, ['completed'])).toBe(true)
  })
})

describe('an action', () => {
  const record = { status: 'active', passkeys: true, secondFactor: false }

  it('an action is available in its states', () => {
    expect(isAvailableFor(users, record, {})).toBe(true)
    expect(isAvailableFor(users, record, { when: ['active'] })).toBe(true)
    expect(isAvailableFor(users, record, { when: ['deleted'] })).toBe(false)
  })

  it('an action is available while its enabling field is set and the record is in its states', () => {
    expect(isAvailableFor(users, record, { enabledBy: 'passkeys' })).toBe(true)
    expect(isAvailableFor(users, record, { enabledBy: 'secondFactor' })).toBe(false)
    expect(isAvailableFor(users, record, { enabledBy: 'absent' })).toBe(false)
    expect(isAvailableFor(users, record, { when: ['deleted'], enabledBy: 'passkeys' })).toBe(false)
    expect(isAvailableFor(users, record, { when: ['active'], enabledBy: 'secondFactor' })).toBe(false)
  })
})
