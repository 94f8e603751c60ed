import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { Link, RecordContextProvider, useLocaleState, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import { resourceOf } from '~/model/registry'
import { WithActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { JobStatus } from '~/src/features/videos/job-status'
import { describeCreation } from '~/src/ui/dates'
import { count } from '~/src/ui/format'
import { ListFailure } from '~/src/ui/list-failure'
import { Section } from '~/src/ui/section'
import { useMinute } from '~/src/ui/use-minute'
import { useWork, type Work, type WorkList, type WorkRecord } from './use-work'

const Row = ({ resource: name, record }: WorkRecord) => {
  const resource = resourceOf(name)
  const [locale] = useLocaleState()
  useMinute()
  const { text, title } = describeCreation(record.updatedAt, locale)
  const field = resource.fields.status
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, justifyContent: 'space-between', flexWrap: 'wrap' }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Link to={pathTo(name, 'show', record.id) ?? ''} sx={{ fontWeight: 600 }}>
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
  )
}

/** A list that holds some of the work, by its name and tab, with how many. */
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
