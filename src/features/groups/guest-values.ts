import type { Link } from '~/model/fields'

/** Someone on the form: a guest who is there already, a new address, or what was typed and is none. */
export type Guest = Link | { readonly email: string } | string

/** As the server reads addresses. */
const address = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/

export const nameOf = (guest: Guest) => {
  if (typeof guest === 'string') return guest
  return 'ref' in guest ? guest.label || guest.ref : guest.email
}

const fold = (guest: Guest) => nameOf(guest).toLowerCase()

/** Addresses as people paste them: several at once, between commas, semicolons or spaces. */
const typed = (text: string): Guest[] =>
  text
    .split(/[\s,;]+/)
    .filter(part => part !== '')
    .map(part => (address.test(part) ? { email: part.toLowerCase() } : part))

/** What was typed becomes guests, nobody twice. */
export const readGuests = (given: readonly Guest[]): Guest[] => {
  const all = given.flatMap(guest => (typeof guest === 'string' ? typed(guest) : [guest]))
  return all.filter((guest, index) => all.findIndex(other => fold(other) === fold(guest)) === index)
}

export const guestsIn = (value: unknown): Guest[] => (Array.isArray(value) ? (value as Guest[]) : [])

/** The first that is no address: the form is not sent with it. */
export const wrongGuest = (value: unknown) => guestsIn(value).find(guest => typeof guest === 'string')

/** An address that fits none of the guests there are, not yet sent. */
export const isNew = (guest: Guest) => typeof guest === 'object' && !('ref' in guest)
