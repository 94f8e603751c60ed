import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { ToldParty } from './access-facts'

const item = { py: 1.25, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' } as const

const PartyLine = ({ party }: { party: ToldParty }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { role, relation, company, people, abilities } = party
  const values = { role: translate(`roles.${role}`), company: company?.label ?? '' }
  const granted = abilities.filter(({ because }) => because)
  const what = new Intl.ListFormat(locale).format(
    granted.map(({ name }) => translate(`access.abilities.${name}`)),
  )
  return (
    <Box component="li" sx={item}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate(`access.parties.${relation}`, values)}
        {people > 0 && (
          <Typography component="span" color="text.secondary">
            {' · '}
            {translate('access.people', { smart_count: people })}
          </Typography>
        )}
      </Typography>
      <Typography>{translate('access.can', { what })}</Typography>
      <Typography variant="body2" color="text.secondary">
        {translate(`access.because.${granted[0]?.because}`, values)}
      </Typography>
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
