import type { Ability } from '~/model/abilities'
import type { Link } from '~/model/fields'
import { isObject } from '~/model/objects'
import type { Party, Reach } from '~/model/who-has-access'

/** A party with the company or the person that it is, and how many of its people the reader may see. */
export type ToldParty = Party & {
  readonly company: Link | null
  readonly person: Link | null
  readonly people: number
}

type ToldGuest = { readonly guest: Link; readonly accepted: boolean }

/** A group on an access list, or the record itself, with its people. */
export type ToldGroup = {
  readonly group: Link
  readonly members: readonly Link[]
  /** The first of them. */
  readonly guests: readonly ToldGuest[]
  readonly guestCounts: { readonly accepted: number; readonly pending: number }
}

export type AccessFacts = {
  readonly parties: readonly ToldParty[]
  readonly lists: readonly {
    readonly field: string
    readonly target: string
    readonly entries: readonly Link[]
  }[]
  readonly groups: readonly ToldGroup[]
}

export type PersonsAccess = {
  readonly person: Link
  readonly abilities: readonly Ability[]
  /** The access lists of the record that name the person. */
  readonly lists: readonly string[]
  /** Groups of the lists that the person is a member of. */
  readonly groups: readonly Link[]
  /** Groups of the lists that the person is a guest of. */
  readonly guestOf: readonly Link[]
}

export const isAccess = (answer: unknown): answer is AccessFacts =>
  isObject(answer) && Array.isArray(answer.parties)

export const isPersonsAccess = (answer: unknown): answer is PersonsAccess =>
  isObject(answer) && Array.isArray(answer.abilities)

/** What a user can do to one kind of record; `count`: how many they see, where the reader may know. */
export type ToldReach = Reach & { readonly count: number | null }

export const isReach = (
  answer: unknown,
): answer is { readonly active: boolean; readonly reach: readonly ToldReach[] } =>
  isObject(answer) && Array.isArray(answer.reach)
