import { describe, expect, it } from 'vitest'
import { blankOf } from '~/model/objects'

describe('blankOf', () => {
  it('a blank object has its keys in JavaScript’s order without values, and copies of it are independent', () => {
    const blank = blankOf(['uid', 'users.total', '2', 'name'])
    expect(Object.entries(blank)).toEqual([
      ['2', null],
      ['uid', null],
      ['users.total', null],
      ['name', null],
    ])
    const one: Record<string, unknown> = { ...blank, uid: 'a' }
    expect([one.uid, { ...blank }.uid]).toEqual(['a', null])
  })
})
