import type { Link } from '~/model/fields'
import { isObject } from '~/model/objects'
import type { Ability, Party } from '~/model/who-has-access'

/** A party with the company that it is of, and how many of its people the reader may see. */
export type ToldParty = Party & { readonly company: Link | null; readonly people: number }

export type AccessFacts = {
  readonly parties: readonly ToldParty[]
  readonly lists: readonly { readonly field: string; readonly people: readonly Link[] }[]
}

export type PersonsAccess = {
  readonly person: Link
  readonly abilities: readonly Ability[]
  /** The access lists of the record that name the person. */
  readonly lists: readonly string[]
}

export const isAccess = (answer: unknown): answer is AccessFacts =>
  isObject(answer) && Array.isArray(answer.parties)

export const isPersonsAccess = (answer: unknown): answer is PersonsAccess =>
  isObject(answer) && Array.isArray(answer.abilities)
