import { expect } from 'vitest'
import type { Role } from '~/model/grants'
import { runsLongTests } from '~/scripts/test-steps'
import { type KnownLanguage, knownLanguages } from '~/tests/support/browser/panel-texts'

const widths = [1280, 390] as const

type Cell<R extends Role> = readonly [role: R, lang: KnownLanguage, width: (typeof widths)[number]]

const inTurns = <T>(all: readonly T[], turn: number) => {
  const one = all[turn % all.length]
  if (one === undefined) throw new Error('There is nothing to take turns')
  return one
}

/** Start index derived from the file name, so that roles, languages and widths differ between files. */
const startOf = (path = '') => [...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

/**
 * Combinations of role, language and width for a test by keyboard. `npm run journeys` runs all combinations,
 * `npm run test:all` enough of them to cover each role, language and width, `npm test` one.
 */
export const journeyCells = <R extends Role>(...roles: readonly R[]): readonly Cell<R>[] => {
  if (process.env.JOURNEYS === 'all')
    return roles.flatMap(role =>
      knownLanguages.flatMap(lang => widths.map(width => [role, lang, width] as const)),
    )
  const count = runsLongTests ? Math.max(roles.length, knownLanguages.length) : 1
  const start = startOf(expect.getState().testPath?.split('/').at(-1))
  return Array.from({ length: count }, (_, index) => {
    const turn = start + index
    return [inTurns(roles, turn), inTurns(knownLanguages, turn), inTurns(widths, turn)]
  })
}
