import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { count as countText } from '~/src/ui/format'
import { ListFailure } from '~/src/ui/list-failure'
import type { ToldGroup } from './access-facts'
import { useGuests } from './use-guests'

type People = {
  readonly kind: 'members' | 'guests' | 'invited'
  readonly links: readonly Link[]
  /** Of all, also of those who are not named yet. */
  readonly count: number
}

const peopleOf = ({ members, guestCounts }: ToldGroup, told: ToldGroup['guests']): readonly People[] => {
  const guests = (accepted: boolean) =>
    told.filter(each => each.accepted === accepted).map(({ guest }) => guest)
  return [
    { kind: 'members', links: members, count: members.length },
    { kind: 'guests', links: guests(true), count: guestCounts.accepted },
    { kind: 'invited', links: guests(false), count: guestCounts.pending },
  ]
}

const PeopleLine = ({ kind, links, count }: People) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const names = new Intl.ListFormat(locale).format(links.map(({ label }) => label))
  return (
    <Box sx={{ mb: 0.5 }}>
      <Typography>{translate(`access.group.${kind}`, { names, count: countText(count, locale) })}</Typography>
      <Typography variant="body2" color="text.secondary">
        {translate(`access.group.because.${kind}`)}
      </Typography>
    </Box>
  )
}

const Group = ({ group }: { group: ToldGroup }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { told, next, error, isFetching, showNext } = useGuests(group)
  const found = peopleOf(group, told).filter(({ links }) => links.length > 0)
  return (
    <Box component="section" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
      <Typography component="h3" variant="subtitle1">
        {translate('access.group.title', { name: group.group.label })}
      </Typography>
      {found.map(people => (
        <PeopleLine key={people.kind} {...people} />
      ))}
      {found.length === 0 && <Typography color="text.secondary">{translate('access.nobody')}</Typography>}
      {error && <ListFailure error={error} onRetry={showNext} />}
      {next > 0 && !error && (
        <Button size="small" loading={isFetching} onClick={showNext}>
          {translate('access.group.more', { smart_count: next, count: countText(next, locale) })}
        </Button>
      )}
    </Box>
  )
}

/** The people of the groups that a record names: members and guests, each with the reason. */
export const GroupPeople = ({ groups }: { groups: readonly ToldGroup[] }) =>
  groups.map(group => <Group key={group.group.ref} group={group} />)
