import { describe, expect, it } from 'vitest'
import { isEmailAddress, normalAddress } from '~/model/addresses'

it.each([
  [' Grace@Museum.Example ', 'grace@museum.example'],
  ['Élodie@Musée.example', 'élodie@musée.example'],
  // Copied text may contain zero-width and no-break spaces, a soft hyphen, marks of direction.
  ['grace@museum.example\u200B', 'grace@museum.example'],
  ['\u2068grace@museum.example\u2069', 'grace@museum.example'],
  ['\u00A0gra\u00ADce@museum.example\u200B\u00A0', 'grace@museum.example'],
  ['\uFEFFgrace@museum.example\u202C', 'grace@museum.example'],
  // Decomposed, as macOS writes it.
  ['e\u0301lodie@muse\u0301e.example', 'élodie@musée.example'],
  // The Kelvin sign and a dotted capital I have lower cases of ASCII.
  ['roo\u212A@x.example', 'roo\u212A@x.example'],
  ['adm\u0130n@x.example', 'adm\u0130n@x.example'],
])('normalizes the address %j to %j', (address, normal) => {
  expect(normalAddress(address)).toBe(normal)
  expect(normalAddress(normal)).toBe(normal)
})

describe('isEmailAddress', () => {
  it.each([
    'grace@museum.example',
    'first.last+tag@sub.example.org',
    "o'neil@x.example",
    'jörg@müller.example',
  ])('accepts the address %s', address => expect(isEmailAddress(address)).toBe(true))

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
    'a..b@c.example',
    '.a@c.example',
    'a.@c.example',
    'a@c.example.',
    'a@c..example',
  ])('rejects the address %j', address => expect(isEmailAddress(address)).toBe(false))

  it('rejects an address that exceeds the maximum length before matching it', () => {
    expect(isEmailAddress(`${'a'.repeat(250)}@b.example`)).toBe(false)
  })
})
