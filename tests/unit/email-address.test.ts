import { describe, expect, it } from 'vitest'
import { isEmailAddress } from '~/model/text'

describe('isEmailAddress', () => {
  it.each([
    'grace@museum.example',
    'first.last+tag@sub.example.org',
    "o'neil@x.example",
    'jörg@müller.example',
  ])('accepts %s', address => expect(isEmailAddress(address)).toBe(true))

  it.each([
    '',
    'grace',
    'grace@museum',
    '@museum.example',
    'grace@',
    'a b@c.example',
    'a@b.example,c@d.example',
    'a@b@c.example',
    'a@b..example',
    'a@.example',
    'a@example.',
  ])('rejects %j', address => expect(isEmailAddress(address)).toBe(false))

  it('rejects what is longer than any address without matching it', () => {
    expect(isEmailAddress(`${'a'.repeat(250)}@b.example`)).toBe(false)
  })
})
