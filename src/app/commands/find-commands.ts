import { wordsOf } from '~/model/text'

/** An entry of the command palette: it opens a path, or runs an action. */
export type Command = {
  readonly id: string
  readonly label: string
  /** The heading of its group. */
  readonly group: string
  /** Further words that find it. */
  readonly also?: string
  /** Distinguishes it from others with the same label, for instance by company. */
  readonly hint?: string | undefined
} & ({ readonly to: string; readonly run?: never } | { readonly run: () => void; readonly to?: never })

/** Words with fewer letters have too many neighbours. */
const LONG = 5

/** Whether one letter is missing, added, replaced or swapped with its neighbour. */
const isOneEditAway = (one: string, other: string): boolean => {
  if (one.length > other.length) return isOneEditAway(other, one)
  if (other.length - one.length > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [rest, otherRest] = [one.slice(at), other.slice(at)]
  if (one.length < other.length) return rest === otherRest.slice(1)
  const isSwapped =
    rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2)
  return rest.slice(1) === otherRest.slice(1) || isSwapped
}

const begins = (word: string, part: string) => word.startsWith(part)

/** Whether the part is the beginning of the word but for one letter. */
const nearlyBegins = (word: string, part: string) =>
  part.length >= LONG && [-1, 0, 1].some(more => isOneEditAway(part, word.slice(0, part.length + more)))

const fits = (text: string, parts: readonly string[], match: typeof begins) => {
  const words = wordsOf(text)
  return parts.every(part => words.some(word => match(word, part)))
}

/**
 * The commands for a text: every word typed begins a word of the label, of the group or of `also`. 'new us' finds 'New
 * user', "journal d'aud" 'Journal d’audit', 'create' the whole group. Those found by their label come first. If there is
 * none, one letter of each word may be wrong.
 */
export const findCommands = (commands: readonly Command[], text: string): readonly Command[] => {
  const parts = wordsOf(text)
  const withWords = ({ label, group, also = '' }: Command) => `${label} ${group} ${also}`
  const byLabel = commands.filter(({ label }) => fits(label, parts, begins))
  const byWords = commands.filter(each => !byLabel.includes(each) && fits(withWords(each), parts, begins))
  const found = [...byLabel, ...byWords]
  return found.length > 0 ? found : commands.filter(each => fits(withWords(each), parts, nearlyBegins))
}
