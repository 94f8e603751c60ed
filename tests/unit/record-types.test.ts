import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import { refOf } from '~/model/refs'
import type { groups } from '~/model/resources/groups'
import type { guests } from '~/model/resources/guests'
import type { users } from '~/model/resources/users'

describe('the types of a link', () => {
  it('a link refers to the resource that its field declares', () => {
    expect(refOf('companies', 'a')).toBe('companies/a')
    expectTypeOf(refOf('companies', 'a')).toEqualTypeOf<`companies/${string}`>()
    expectTypeOf({ ref: refOf('companies', 'a') }).toExtend<NonNullable<ChangesOf<typeof users>['company']>>()
    expectTypeOf({ ref: refOf('users', 'a') }).not.toExtend<ChangesOf<typeof users>['company']>()
    expectTypeOf({ ref: String('companies/a') }).not.toExtend<ChangesOf<typeof users>['company']>()
  })

  it('links of a list refer to the declared resource', () => {
    expectTypeOf([{ ref: refOf('users', 'a'), label: '' }]).toExtend<RecordOf<typeof groups>['members']>()
    expectTypeOf([{ ref: refOf('companies', 'a'), label: '' }]).not.toExtend<
      RecordOf<typeof groups>['members']
    >()
  })

  it('a link may refer to a nested record with its parent', () => {
    expectTypeOf<{ ref: 'companies/a/groups/b' }>().toExtend<ChangesOf<typeof guests>['group']>()
    expectTypeOf<{ ref: 'companies/a/guests/b' }>().not.toExtend<ChangesOf<typeof guests>['group']>()
  })
})
