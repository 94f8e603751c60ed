import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Identifier,
  type RaRecord,
  useDataProvider,
  useLocaleState,
  useRecordContext,
  useStore,
  useTranslate,
} from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import type { Resource } from '~/model/define'
import { type OpenedList, rowsQuery, useOpenedKey } from '~/src/admin/list/list-state'
import { pathTo } from '~/src/admin/paths'
import { count } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { useShortcut } from '~/src/ui/keys'

const nowhere: OpenedList = { page: 1, perPage: 1, sort: { field: 'id', order: 'ASC' }, filter: {} }

/** One page of that list: usually it is in the cache. */
const usePage = (resource: string, { page, perPage, ...list }: OpenedList, enabled: boolean) => {
  const query = rowsQuery(useDataProvider(), resource, { ...list, pagination: { page, perPage } })
  return useQuery({ ...query, enabled, retry: false, staleTime: 30_000 }).data
}

/** A record next to the one on the screen, and the page of the list that holds it. */
type Neighbour = { readonly record: RaRecord; readonly page: number }

const neighbour = (record: RaRecord | undefined, page: number): Neighbour | undefined =>
  record && { record, page }

/**
 * The position of a record in the list from which it was opened. Undefined if the page was opened by its address alone, or
 * the list no longer holds the record.
 */
const useSequence = ({ name }: Resource, id: Identifier) => {
  const [opened, setOpened] = useStore<OpenedList | undefined>(useOpenedKey(name))
  const isByAddress = useLocation().key === 'default'
  const list = opened ?? nowhere
  const { page, perPage } = list
  const enabled = opened !== undefined && !isByAddress
  const { data = [], total, pageInfo } = usePage(name, list, enabled) ?? {}
  const index = enabled ? data.findIndex(record => record.id === id) : -1
  const isLast = index === data.length - 1
  const hasNextPage = pageInfo?.hasNextPage ?? page * perPage < (total ?? 0)
  const before = usePage(name, { ...list, page: page - 1 }, index === 0 && page > 1)
  const after = usePage(name, { ...list, page: page + 1 }, index >= 0 && isLast && hasNextPage)
  if (index < 0) return undefined
  return {
    position: (page - 1) * perPage + index + 1,
    total,
    previous: neighbour(data[index - 1], page) ?? neighbour(before?.data.at(-1), page - 1),
    next: neighbour(data[index + 1], page) ?? neighbour(after?.data[0], page + 1),
    /** The list is at the page of the record that is opened next. */
    onGo: (to: Neighbour) => setOpened({ ...list, page: to.page }),
  }
}

type Sequence = NonNullable<ReturnType<typeof useSequence>>

type Props = { readonly resource: Resource; readonly sequence: Sequence }

/** On a phone a line of its own, with the button that goes back; otherwise before the actions. */
const styles = {
  alignItems: 'center',
  justifyContent: 'flex-end',
  order: { xs: 0, sm: 1 },
  flex: { xs: '1 0 calc(100% - 64px)', sm: '0 0 auto' },
  display: 'flex',
  '& > [role=status]': {
    ...{ typography: 'body2', color: 'text.secondary', px: 0.5 },
    ...{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  },
} as const

const Buttons = ({ resource, sequence }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const navigate = useNavigate()
  const { hash } = useLocation()
  const { position, total, previous, next, onGo } = sequence
  const queries = useQueryClient()
  const open = (to: typeof next) => () => {
    const path = to && pathTo(resource.name, 'show', to.record.id)
    if (!path) return
    // The row is shown until the record is loaded: without it the heading would go, and with it the focus.
    const key = [resource.name, 'getOne', { id: String(to.record.id), meta: undefined }]
    queries.setQueryData<RaRecord>(key, loaded => loaded ?? to.record)
    onGo(to)
    // Back leads to the list, not through all records that were looked at.
    void navigate({ pathname: path, hash }, { replace: true })
  }
  useShortcut('p', open(previous))
  useShortcut('n', open(next))
  const place = { position: count(position, locale), total: total === undefined ? '' : count(total, locale) }
  return (
    <Box role="group" aria-label={translate('admin.sequence.label')} sx={styles}>
      <IconAction
        label={translate('admin.sequence.previous')}
        icon={<PreviousIcon />}
        onClick={open(previous)}
        {...(previous ? {} : { refused: translate('admin.sequence.first') })}
      />
      <div role="status">
        {translate(total === undefined ? 'admin.sequence.at' : 'admin.sequence.of', place)}
      </div>
      <IconAction
        label={translate('admin.sequence.next')}
        icon={<NextIcon />}
        onClick={open(next)}
        {...(next ? {} : { refused: translate('admin.sequence.last') })}
      />
    </Box>
  )
}

/** The previous and the next record of the list from which the one in context was opened. */
export const RecordSequence = ({ resource }: Pick<Props, 'resource'>) => {
  const record = useRecordContext()
  const sequence = useSequence(resource, record?.id ?? '')
  return sequence && <Buttons resource={resource} sequence={sequence} />
}
