import type { Role } from '~/model/roles'
import { type KnownLanguage, knownLanguages } from './panel-texts'

const widths = [1280, 390] as const

type Cell<R extends Role> = readonly [role: R, lang: KnownLanguage, width: (typeof widths)[number]]

const inTurns = <T>(all: readonly T[], turn: number) => {
  const one = all[turn % all.length]
  if (one === undefined) throw new Error('There is nothing to take turns')
  return one
}

/**
 * Those who have a capability, each in every language, on a desktop and on a phone: what `npm run journeys` walks.
 * The tests take so many of these, in turns, that each role, language and width comes.
 */
export const journeyCells = <R extends Role>(...roles: readonly R[]): readonly Cell<R>[] =>
  process.env.JOURNEYS === 'all'
    ? roles.flatMap(role => knownLanguages.flatMap(lang => widths.map(width => [role, lang, width] as const)))
    : Array.from({ length: Math.max(roles.length, knownLanguages.length) }, (_, turn) => [
        inTurns(roles, turn),
        inTurns(knownLanguages, turn),
        inTurns(widths, turn),
      ])
