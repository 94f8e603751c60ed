import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Ability, AbilityName } from '~/model/abilities'
import type { ScopeName } from '~/model/grants'
import type { ToldParty } from './access-facts'

export const listItem = { py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' } as const

/** What they can do, by the scope that covers it. */
const byReason = (abilities: readonly Ability[]) => {
  const reasons = new Map<ScopeName, AbilityName[]>()
  for (const { name, because } of abilities)
    if (because) reasons.set(because, [...(reasons.get(because) ?? []), name])
  return [...reasons]
}

const PartyLine = ({ party }: { party: ToldParty }) => {
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

/** By role and company, from the highest role: what they can do, and why. */
export const PartyList = ({ parties }: { parties: readonly ToldParty[] }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {parties.map(party => (
      <PartyLine key={`${party.role} ${party.relation}`} party={party} />
    ))}
  </Box>
)
