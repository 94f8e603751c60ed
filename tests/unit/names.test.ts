import { expect, it } from 'vitest'
import { tags, text } from '~/model/fields'
import { normalName } from '~/model/text'
import { normalise } from '~/server/records/kinds'
import { labelFrom } from '~/server/records/reserved-files'

it.each([
  ['Zoe\u0301', 'Zoé'],
  ['Ann\u200B Lee\uFEFF', 'Ann Lee'],
  ['co\u00ADop', 'coop'],
  // A direction override displays this as "invoice-exe.pdf".
  ['invoice-\u202Efdp.exe', 'invoice-fdp.exe'],
  ['\u2068Grace\u2069', 'Grace'],
  // Joiners of emoji and of Persian, and the tags of a flag are kept.
  ['👩\u200D🚀', '👩\u200D🚀'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['❤\uFE0F', '❤\uFE0F'],
])('stores the name %j as %j', (name, stored) => {
  expect(normalName(name)).toBe(stored)
  expect(normalise(name, text())).toBe(stored)
  expect(normalise([name, stored], tags())).toEqual([stored])
  expect(labelFrom(name)).toBe(stored)
})

it('stores no name for invisible characters only', () => {
  expect(normalise('\u200B\u202E ', text())).toBeNull()
  expect(normalise(['\u200B'], tags())).toEqual([])
  expect(labelFrom('\u202E')).toBe('file')
})
