import { describe, expect, it } from 'vitest'
import { colourOf, initialsColours, initialsOf } from '~/src/ui/avatar'

const channel = (hex: string) => {
  const share = Number.parseInt(hex, 16) / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Contrast with white as WCAG defines it. */
const contrastWithWhite = (colour: string) => {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(colour) ?? []
  return 1.05 / (0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue) + 0.05)
}

describe('initials of a name', () => {
  it.each([
    ['Grace Hopper', 'GH'],
    ['Ana María de la Torre', 'AT'],
    ['Émile Zola', 'ÉZ'],
    ["Siobhán O'Neill", 'SO'],
    ['Vecto', 'V'],
    ['3D Studio', '3S'],
    ['Harbour & Sons', 'HS'],
    ['grace.hopper@museum.example', 'G'],
    ['李 小龙', '李小'],
    ['  ', ''],
    ['🙂 Smile', 'S'],
  ])('the initials of “%s” are “%s”', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})

describe('colours of initials', () => {
  it.each(initialsColours)('white initials on %s have the contrast of WCAG AA', colour => {
    expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5)
  })

  it('a record always has the same colour, and many records have all of them', () => {
    const uids = Array.from({ length: 300 }, (_, index) => `k3VxQ0aYw7TnB2mZ${index}`)
    expect(uids.map(colourOf)).toEqual(uids.map(colourOf))
    expect(new Set(uids.map(colourOf)).size).toBe(initialsColours.length)
  })
})
