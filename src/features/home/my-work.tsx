import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment, useState } from 'react'
import {
  Link,
  type RaRecord,
  RecordContextProvider,
  useGetList,
  useLocaleState,
  useTranslate,
} from 'react-admin'
import { labelOf, mustChooseCompany } from '~/model/access'
import { type Filters, inCompany, tabOf } from '~/model/lists/list-address'
import { refOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { begun } from '~/model/resources/videos'
import { failed } from '~/model/video/processing-states'
import { listLink } from '~/src/admin/list/list-link'
import { pathTo } from '~/src/admin/paths'
import { useActor, useChosenCompany, WithActor } from '~/src/admin/rights'
import { JobStatus } from '~/src/features/videos/job-status'
import { describeCreation, useMinute } from '~/src/ui/dates'
import { count } from '~/src/ui/format'
import { ListFailure, Section } from '~/src/ui/page'
import { Poster } from './poster'

/** Number of records shown of each list. */
const SHOWN = 5
const WEEK = 7 * 86_400_000

/** The tabs of the video lists that contain work, with the filter for it. */
const lists = {
  preparing: { resource: 'videos', tab: 'pending', status: { status: begun }, over: false },
  making: { resource: 'vectos', tab: 'progressScenes', status: {}, over: false },
  prepared: { resource: 'videos', tab: 'completed', status: {}, over: true },
  unprepared: { resource: 'videos', tab: 'pending', status: { status: failed }, over: true },
  made: { resource: 'vectos', tab: 'completedScenes', status: {}, over: true },
  unmade: { resource: 'vectos', tab: 'failedScenes', status: {}, over: true },
} as const
type ListName = keyof typeof lists

type WorkRecord = { readonly resource: 'videos' | 'vectos'; readonly record: RaRecord }
type WorkList = {
  readonly resource: WorkRecord['resource']
  readonly tab: string
  readonly total: number
  /** The list with exactly these records; undefined if it opens for one company at a time. */
  readonly link: string | undefined
}
type Work = {
  readonly records: readonly WorkRecord[]
  readonly total: number
  readonly lists: readonly WorkList[]
}

/** The filter of a list: the user's own records; if they are over, those of the last week. */
const useOwnFilter = () => {
  const { uid } = useActor()
  // Kept while the page is open: another instant would be another query.
  const [since] = useState(() => new Date(Date.now() - WEEK).toISOString())
  return (name: ListName): Filters => ({
    createdBy: refOf('users', uid),
    ...lists[name].status,
    ...(lists[name].over && { updatedAt: { gte: since } }),
  })
}

const useOwn = (name: ListName) => {
  const { resource, tab } = lists[name]
  const definition = resourceOf(resource)
  const company = useChosenCompany()?.ref
  const isClosed = mustChooseCompany(definition, useActor()) && !company
  const filter = useOwnFilter()(name)
  const answer = useGetList(
    resource,
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'updatedAt', order: 'DESC' },
      filter: { ...filter, ...inCompany(definition, company), ...tabOf(definition, tab).filter },
    },
    { onError: () => undefined },
  )
  return { ...answer, resource, tab, link: isClosed ? undefined : listLink(resource, filter, tab) }
}

type Own = ReturnType<typeof useOwn>

const newestFirst = (one: WorkRecord, other: WorkRecord) =>
  String(other.record.updatedAt ?? '').localeCompare(String(one.record.updatedAt ?? ''))

const together = (...owns: readonly Own[]): Work => {
  const found = owns.map(({ total = 0, ...own }) => ({ ...own, total })).filter(({ total }) => total > 0)
  const records = owns.flatMap(({ resource, data = [] }) => data.map(record => ({ resource, record })))
  return {
    records: records.sort(newestFirst).slice(0, SHOWN),
    total: found.reduce((sum, { total }) => sum + total, 0),
    lists: found,
  }
}

/** The user's own videos and 3D videos, of the company chosen in the bar: in progress, and ended within a week. */
export const useWork = () => {
  const underWay = [useOwn('preparing'), useOwn('making')]
  const over = [useOwn('prepared'), useOwn('unprepared'), useOwn('made'), useOwn('unmade')]
  const all = [...underWay, ...over]
  return {
    inProgress: together(...underWay),
    finished: together(...over),
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const list of all) void list.refetch()
    },
  }
}

const Row = ({ resource: name, record }: WorkRecord) => {
  const resource = resourceOf(name)
  const [locale] = useLocaleState()
  useMinute()
  const { text, title } = describeCreation(record.updatedAt, locale)
  const field = resource.fields.status
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
      <Poster video={{ resource: name, record }} width={64} />
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: 0.75,
        }}
      >
        <Box sx={{ flex: '1 1 9rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Link
            to={pathTo(name, 'show', record.id) ?? ''}
            sx={{ fontWeight: 600, display: 'inline-block', minHeight: 24 }}
          >
            {labelOf(resource, record)}
          </Link>
          <Typography
            variant="caption"
            component="div"
            color="text.secondary"
            title={title}
            data-printed={title}
          >
            {text}
          </Typography>
        </Box>
        <RecordContextProvider value={record}>
          {field && <JobStatus resource={resource} path="status" field={field} />}
        </RecordContextProvider>
      </Box>
    </Box>
  )
}

/** A list with some of the work: its name, tab and count. */
const ListOfWork = ({ list: { resource, tab, total, link } }: { list: WorkList }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const name = translate(`resources.${resource}.name`, { smart_count: 2 })
  const text = `${name} – ${translate(`resources.${resource}.tabs.${tab}`)} (${count(total, locale)})`
  return link ? <Link to={link}>{text}</Link> : text
}

const Part = ({ title, work: { records, total, lists } }: { title: string; work: Work }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const more = total - records.length
  if (records.length === 0) return null
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 1, color: 'text.secondary' }}>
        {title}
      </Typography>
      <Stack component="ul" aria-label={title} sx={{ gap: 1.5, listStyle: 'none', p: 0, m: 0 }}>
        {records.map(each => (
          <Row key={`${each.resource} ${each.record.id}`} {...each} />
        ))}
      </Stack>
      {more > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {translate('attention.more', { count: count(more, locale) })}
          {lists.map(list => (
            <Fragment key={`${list.resource} ${list.tab}`}>
              {' · '}
              <ListOfWork list={list} />
            </Fragment>
          ))}
        </Typography>
      )}
    </Box>
  )
}

const Content = () => {
  const translate = useTranslate()
  const text = (key: string) => translate(`work.${key}`)
  const { inProgress, finished, error, isPending, retry } = useWork()
  if (error) return <ListFailure error={error} onRetry={retry} />
  if (isPending) return <Skeleton variant="rounded" height={72} />
  if (inProgress.total + finished.total === 0)
    return <Typography color="text.secondary">{text('none')}</Typography>
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Part title={text('inProgress')} work={inProgress} />
      <Part title={text('finished')} work={finished} />
    </Stack>
  )
}

/** The user's own videos: in progress, with the time left, and finished; the live stream keeps them current. */
export const MyWork = () => (
  <WithActor>
    <Section title={useTranslate()('work.title')}>
      <Content />
    </Section>
  </WithActor>
)
