import { expect, it } from 'vitest'
import { normalAddress } from '~/model/addresses'

it.each([
  [' Grace@Museum.Example ', 'grace@museum.example'],
  ['Élodie@Musée.example', 'élodie@musée.example'],
  // The Kelvin sign and a dotted capital I have lower cases of ASCII.
  ['roo\u212A@x.example', 'roo\u212A@x.example'],
  ['adm\u0130n@x.example', 'adm\u0130n@x.example'],
])('the address %j is stored and compared as %j', (address, normal) => {
  expect(normalAddress(address)).toBe(normal)
})
