import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { ToldGroup } from './access-facts'

const kinds = [
  ['members', ({ members }: ToldGroup) => members],
  ['guests', ({ guests }: ToldGroup) => guests.flatMap(each => (each.accepted ? [each.guest] : []))],
  ['invited', ({ guests }: ToldGroup) => guests.flatMap(each => (each.accepted ? [] : [each.guest]))],
] as const

const Group = ({ group }: { group: ToldGroup }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const list = new Intl.ListFormat(locale)
  const told = kinds.map(([kind, of]) => [kind, of(group).map(({ label }) => label)] as const)
  const found = told.filter(([, names]) => names.length > 0)
  return (
    <Box component="section" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Typography component="h3" variant="subtitle1">
        {translate('access.group.title', { name: group.group.label })}
      </Typography>
      {found.map(([kind, names]) => (
        <Box key={kind} sx={{ mb: 0.5 }}>
          <Typography>{translate(`access.group.${kind}`, { names: list.format(names) })}</Typography>
          <Typography variant="body2" color="text.secondary">
            {translate(`access.group.because.${kind}`)}
          </Typography>
        </Box>
      ))}
      {found.length === 0 && <Typography color="text.secondary">{translate('access.nobody')}</Typography>}
    </Box>
  )
}

/** The people of the groups that a record names: members and guests, each with the reason. */
export const GroupPeople = ({ groups }: { groups: readonly ToldGroup[] }) =>
  groups.map(group => <Group key={group.group.ref} group={group} />)
