import type { KeyLink } from '~/model/onboarding'

/** What is no encoding stays as it was typed. */
const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The link in an address: `/onboarding/<uid>-<key>` invites; `/onboarding/<type>/<hash>` says what it is for. */
export const linkIn = (pathname: string): KeyLink => {
  const [, , first = '', second] = pathname.split('/').map(decoded)
  return second ? { type: first, hash: second } : { type: 'invite', hash: first }
}
