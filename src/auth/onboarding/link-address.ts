import type { KeyLink } from '~/model/onboarding'
import { decoded } from '~/src/api/decoded'

/** The link in a path: `/onboarding/<uid>-<key>` invites; `/onboarding/<type>/<hash>` names its type. */
export const linkIn = (pathname: string): KeyLink => {
  const [, , first = '', second] = pathname.split('/').map(decoded)
  return second ? { type: first, hash: second } : { type: 'invite', hash: first }
}
