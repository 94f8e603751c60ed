import NoIcon from '@mui/icons-material/BlockOutlined'
import YesIcon from '@mui/icons-material/CheckOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type RaRecord, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import type { Ability } from '~/model/abilities'
import { labelOf, ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { refOfRecord, uidOf } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { users } from '~/model/resources/users'
import { guestsNamed } from '~/model/who-has-access'
import { labelKey } from '~/src/admin/admin-config'
import { choiceText, type LinkChoice, TwoLines, useLinkChoices } from '~/src/admin/form/link-choices'
import { useRecordTitle } from '~/src/admin/paths'
import { useLazyField } from '~/src/admin/use-lazy-field'
import type { PanelRecord } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { count as countText } from '~/src/ui/format'
import { ListFailure, ListSkeleton } from '~/src/ui/page'
import { type AccessFacts, isAccess, isPersonsAccess, type ListedGroup, PartyList } from './party-list'

type AccessListsProps = { readonly resource: Resource; readonly lists: AccessFacts['lists'] }

/** People and groups on the record's own access lists: no grant of the panel reads these lists. */
const AccessLists = ({ resource, lists }: AccessListsProps) => {
  const translate = useTranslate()
  const shown = lists.filter(({ target, entries }) => target === users.name || entries.length > 0)
  return shown.map(({ field, entries }) => (
    <Box key={field} component="section" sx={{ mt: 2 }}>
      <Typography component="h3" variant="subtitle1">
        {translate(labelKey(resource.name, field))}
      </Typography>
      <Typography color={entries.length > 0 ? undefined : 'text.secondary'} sx={{ overflowWrap: 'anywhere' }}>
        {entries.length > 0 ? entries.map(({ label }) => label).join(', ') : translate('access.nobody')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('access.listHelp')}
      </Typography>
    </Box>
  ))
}

type PersonAnswerProps = { readonly resource: Resource; readonly record: RaRecord; readonly person: Link }

/** The company that the record belongs to, by name. */
const useCompanyName = ({ resource, record }: Omit<PersonAnswerProps, 'person'>) => {
  const titleOf = useRecordTitle(resource)
  const link = record[resource.company ?? '']
  if (isLink(link)) return link.label
  return ownerOf(resource, record).company === record.uid ? titleOf(record) : ''
}

const useSentence = (company: string) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return ({ because, obstacle, roles = [] }: Ability) => {
    if (because) return translate(`access.because.${because}`, { company })
    const list = new Intl.ListFormat(locale, { type: 'disjunction' })
    const named = list.format(roles.map(role => translate(`roles.${role}`)))
    const key = obstacle === 'role' && roles.length === 0 ? 'nobody' : obstacle
    return translate(`access.obstacles.${key}`, { company, roles: named })
  }
}

/** Allowed or not, for each operation, with the reason, and the remedy if it is not allowed. */
const PersonAnswer = ({ resource, record, person }: PersonAnswerProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const names = new Intl.ListFormat(locale)
  const sentence = useSentence(useCompanyName({ resource, record }))
  const { data, error, refetch } = useLazyField(resource.name, record.id, `access/${uidOf(person.ref)}`)
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (!isPersonsAccess(data)) return <ListSkeleton />
  const through = [
    ['access.listedThrough', data.groups],
    ['access.listedAsGuest', data.guestOf],
  ] as const
  return (
    <Box role="status" aria-label={person.label} sx={{ mt: 1.5 }}>
      {data.abilities.map(ability => {
        const [Icon, answer] = ability.because ? ([YesIcon, 'yes'] as const) : ([NoIcon, 'no'] as const)
        return (
          <Box key={ability.name} sx={{ display: 'flex', gap: 1, py: 0.75 }}>
            <Icon fontSize="small" color={ability.because ? 'success' : 'error'} sx={{ mt: '2px' }} />
            <Typography>
              <strong>{translate(`access.${answer}.${ability.name}`)}</strong> {sentence(ability)}
            </Typography>
          </Box>
        )
      })}
      {data.lists.length > 0 && <Typography>{translate('access.listed')}</Typography>}
      {through
        .filter(([, groups]) => groups.length > 0)
        .map(([key, groups]) => (
          <Typography key={key}>
            {translate(key, {
              smart_count: groups.length,
              groups: names.format(groups.map(({ label }) => label)),
            })}
          </Typography>
        ))}
    </Box>
  )
}

type CheckPersonProps = { readonly resource: Resource; readonly record: RaRecord }

/** Lets the user choose a person, and shows what that person can do to the record. */
const CheckPerson = ({ resource, record }: CheckPersonProps) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [person, setPerson] = useState<LinkChoice | null>(null)
  const { links, isPending, isStale } = useLinkChoices('users', person ? '' : search)
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="subtitle1" sx={{ mb: 1 }}>
        {translate('access.check')}
      </Typography>
      <Autocomplete
        // Empty while stale: Enter would choose a person who does not match the text.
        options={isStale ? [] : links}
        value={person}
        loading={isPending || isStale}
        onChange={(_event, chosen) => setPerson(chosen)}
        onInputChange={(_event, text) => setSearch(text)}
        getOptionKey={({ ref }) => ref}
        getOptionLabel={choiceText}
        renderOption={({ key, ...option }, choice) => (
          <li key={key} {...option}>
            <TwoLines {...choice} />
          </li>
        )}
        isOptionEqualToValue={(one, other) => one.ref === other.ref}
        // The server has filtered already, accents included.
        filterOptions={options => options}
        renderInput={input => <TextField {...input} label={translate('access.person')} />}
      />
      {person && <PersonAnswer key={person.ref} resource={resource} record={record} person={person} />}
    </Box>
  )
}

/** The first page of guests to request: page 1 is part of the access response. */
const FIRST_PAGE = 2

const listedGuest = (record: PanelRecord): ListedGroup['guests'][number] => ({
  guest: { ref: refOfRecord(guests, record), label: labelOf(guests, record) },
  accepted: record.status === 'accepted',
})

/** The guests of a group that are loaded, and a function that loads the next page. */
const useGuests = ({ group, guests: first, guestCounts }: ListedGroup) => {
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [guests.name, 'access', group.ref],
    queryFn: ({ pageParam: page }) =>
      provider.getList<PanelRecord>(guests.name, {
        pagination: { page, perPage: guestsNamed },
        sort: { field: 'guest.email', order: 'ASC' },
        filter: {},
        meta: { at: `${group.ref}/guests` },
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last, pages) => FIRST_PAGE + pages.length,
    enabled: false,
    retry: false,
  })
  const listed = [...first, ...(data?.pages.flatMap(page => page.data.map(listedGuest)) ?? [])]
  const left = guestCounts.accepted + guestCounts.pending - listed.length
  return {
    listed,
    next: Math.min(left, guestsNamed),
    error,
    isFetching,
    showNext: () => void fetchNextPage(),
  }
}

type People = {
  readonly kind: 'members' | 'guests' | 'invited'
  readonly links: readonly Link[]
  /** Total, including people who are not listed yet. */
  readonly count: number
}

const peopleOf = (
  { members, guestCounts }: ListedGroup,
  listed: ListedGroup['guests'],
): readonly People[] => {
  const guests = (accepted: boolean) =>
    listed.filter(each => each.accepted === accepted).map(({ guest }) => guest)
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

const Group = ({ group }: { group: ListedGroup }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { listed, next, error, isFetching, showNext } = useGuests(group)
  const found = peopleOf(group, listed).filter(({ links }) => links.length > 0)
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
export const GroupPeople = ({ groups }: { groups: readonly ListedGroup[] }) =>
  groups.map(group => <Group key={group.group.ref} group={group} />)

type Props = { readonly resource: Resource; readonly record: RaRecord; readonly onClose: () => void }

const Content = ({ resource, record }: Omit<Props, 'onClose'>) => {
  const { data, error, refetch } = useLazyField(resource.name, record.id, 'access')
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (!isAccess(data)) return <ListSkeleton />
  return (
    <>
      <PartyList parties={data.parties} />
      <AccessLists resource={resource} lists={data.lists} />
      <GroupPeople groups={data.groups} />
      <CheckPerson resource={resource} record={record} />
    </>
  )
}

/** People with access to a record, by role and company, with the reason; and the check of one person. */
export const AccessDialog = ({ resource, record, onClose }: Props) => {
  const translate = useTranslate()
  const titleId = useId()
  const titleOf = useRecordTitle(resource)
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('access.title', { name: titleOf(record) })}</DialogTitle>
      <DialogContent>
        <Content resource={resource} record={record} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
