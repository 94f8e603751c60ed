import type { KeyLink } from '~/model/onboarding'
import { decoded } from '~/src/api/decoded'

/** The link in an address: `/onboarding/<uid>-<key>` invites; `/onboarding/<type>/<hash>` says what it is for. */
export const linkIn = (pathname: string): KeyLink => {
  const [, , first = '', second] = pathname.split('/').map(decoded)
  return second ? { type: first, hash: second } : { type: 'invite', hash: first }
}
