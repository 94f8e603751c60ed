import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Ability, AbilityName } from '~/model/abilities'
import type { Link } from '~/model/fields'
import type { ScopeName } from '~/model/grants'
import { isObject } from '~/model/objects'
import type { Party, Reach } from '~/model/who-has-access'

/** A party with its company or person, and how many of its people the reader may see. */
type ListedParty = Party & {
  readonly company: Link | null
  readonly person: Link | null
  readonly people: number
}

type ListedGuest = { readonly guest: Link; readonly accepted: boolean }

/** A group on an access list, or the record itself, with its people. */
export type ListedGroup = {
  readonly group: Link
  readonly members: readonly Link[]
  /** The first page of guests. */
  readonly guests: readonly ListedGuest[]
  readonly guestCounts: { readonly accepted: number; readonly pending: number }
}

export type AccessFacts = {
  readonly parties: readonly ListedParty[]
  readonly lists: readonly {
    readonly field: string
    readonly target: string
    readonly entries: readonly Link[]
  }[]
  readonly groups: readonly ListedGroup[]
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

/** Operations that a user may perform on one kind of record; `count`: records that they see, if the reader may know it. */
export type CountedReach = Reach & { readonly count: number | null }

export const isReach = (
  answer: unknown,
): answer is { readonly active: boolean; readonly reach: readonly CountedReach[] } =>
  isObject(answer) && Array.isArray(answer.reach)

export const listItem = { py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' } as const

/** The operations of a user, grouped by the scope that grants them. */
const byReason = (abilities: readonly Ability[]) => {
  const reasons = new Map<ScopeName, AbilityName[]>()
  for (const { name, because } of abilities)
    if (because) reasons.set(because, [...(reasons.get(because) ?? []), name])
  return [...reasons]
}

const PartyLine = ({ party }: { party: ListedParty }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { role, relation, company, person, people, abilities } = party
  const values = {
    role: translate(`roles.${role}`),
    company: company?.label ?? '',
    person: person?.label ?? '',
  }
  const list = new Intl.ListFormat(locale)
  return (
    <Box component="li" sx={listItem}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate(`access.parties.${relation}`, values)}
        {people > 0 && !person && (
          <Typography component="span" color="text.secondary">
            {' · '}
            {translate('access.people', { smart_count: people })}
          </Typography>
        )}
      </Typography>
      {byReason(abilities).map(([because, names]) => (
        <Fragment key={because}>
          <Typography>
            {translate('access.can', {
              what: list.format(names.map(name => translate(`access.abilities.${name}`))),
            })}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {translate(`access.because.${because}`, values)}
          </Typography>
        </Fragment>
      ))}
    </Box>
  )
}

/** By role and company, from the highest role: operations with their reasons. */
export const PartyList = ({ parties }: { parties: readonly ListedParty[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {parties.map(party => (
      <PartyLine key={`${party.role} ${party.relation}`} party={party} />
    ))}
  </Box>
)
