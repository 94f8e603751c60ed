import { isEmailAddress, normalAddress } from '~/model/addresses'
import { isLink, type Link } from '~/model/fields'
import { textIn } from '~/model/objects'

/** An entry of the form: an existing guest, a new address, or typed text that is not an address. */
export type Guest = Link | { readonly email: string } | string

export const nameOf = (guest: Guest) => {
  if (typeof guest === 'string') return guest
  return 'ref' in guest ? guest.label || guest.ref : guest.email
}

const fold = (guest: Guest) => nameOf(guest).toLowerCase()

/** Parses pasted addresses: several at once, separated by commas, semicolons or spaces. */
const typed = (text: string): Guest[] =>
  text
    .split(/[\s,;]+/)
    .filter(part => part !== '')
    .map(part => {
      const email = normalAddress(part)
      return isEmailAddress(email) ? { email } : part
    })

/** Converts typed text to guests, without duplicates. */
export const readGuests = (given: readonly Guest[]): Guest[] => {
  const all = given.flatMap(guest => (typeof guest === 'string' ? typed(guest) : [guest]))
  return all.filter((guest, index) => all.findIndex(other => fold(other) === fold(guest)) === index)
}

const isGuest = (value: unknown): value is Guest =>
  typeof value === 'string' || isLink(value) || textIn(value, 'email') !== undefined

export const guestsIn = (value: unknown): Guest[] => (Array.isArray(value) ? value.filter(isGuest) : [])

/** The first entry that is not an address: it prevents the form from being sent. */
export const wrongGuest = (value: unknown) => guestsIn(value).find(guest => typeof guest === 'string')

/** True for a new address, which belongs to no existing guest and is not saved yet. */
export const isNew = (guest: Guest) => typeof guest === 'object' && !('ref' in guest)
