import type { KeyLink } from '~/model/onboarding'
import { decoded } from '~/src/api/decoded'

/** What programs add to an address that stands in a text: the end of a sentence, a bracket, a quote. */
const punctuation = /[^\w-]+$/

/** The link in a path: `/onboarding/<uid>-<key>` invites; `/onboarding/<type>/<hash>` names its type. */
export const linkIn = (pathname: string): KeyLink => {
  const [, , first = '', second] = pathname.split('/').map(part => decoded(part).replace(punctuation, ''))
  return second ? { type: first, hash: second } : { type: 'invite', hash: first }
}
