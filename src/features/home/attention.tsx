import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import CalmIcon from '@mui/icons-material/TaskAltOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import type { AttentionKey, Severity } from '~/model/attention'
import type { Link as RecordLink } from '~/model/fields'
import { resolveRef, resourceOf } from '~/model/registry'
import { listLink } from '~/src/admin/list/list-link'
import { pathTo } from '~/src/admin/paths'
import { useChosenCompany, WithActor } from '~/src/admin/rights'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf, idOf } from '~/src/api/contract/records'
import { formatDay } from '~/src/ui/dates'
import { useFailureText } from '~/src/ui/failure-text'
import { count as countText, percent } from '~/src/ui/format'
import { Section } from '~/src/ui/page'

/** A record that an entry names. `share`: the used part of a limit, 1: all. */
type AttentionRecord = RecordLink & { readonly share: number | null }

/**
 * Something that needs attention: `count` records of a list, opened with `filter` and `tab`; without `resource`, jobs
 * that wait for a worker. `failed`: the count failed.
 */
type AttentionEntry = {
  readonly key: AttentionKey
  readonly severity: Severity
  readonly resource: string | null
  readonly tab: string | null
  readonly filter: Readonly<Record<string, unknown>>
  readonly company: RecordLink | null
  readonly count: number
  readonly date: string | null
  readonly records: readonly AttentionRecord[]
  readonly failed: boolean
}

/**
 * Most urgent first; null if the backend does not have the call.
 * @param company `companies/<uid>`: limits the entries to this company
 */
const readAttention = async (request: Backend['request'], company: string | undefined) => {
  try {
    return rowsOf<AttentionEntry>(await request(`/me/attention${company ? `?company=${company}` : ''}`))
  } catch (error) {
    if (failureOf(error).status === 404) return null
    throw error
  }
}

const icons = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon } as const

const pathOf = ({ ref }: AttentionRecord) => {
  const name = resolveRef(ref)?.resource.name
  return name && pathTo(name, 'show', idOf(name, ref))
}

/** The target of an entry: the job queue, the only company that it is about, or the filtered list. */
const addressOf = ({ resource, filter, company, tab, count, records }: AttentionEntry) => {
  if (resource === null) return '/admin'
  const only = resource === 'companies' && count === 1 ? records[0] : undefined
  const path = only && pathOf(only)
  if (path) return path
  const field = resourceOf(resource).company
  return listLink(resource, company && field ? { ...filter, [field]: company } : filter, tab ?? undefined)
}

const Named = ({ record }: { record: AttentionRecord }) => {
  const [locale] = useLocaleState()
  const path = pathOf(record)
  return (
    <>
      {path ? <Link to={path}>{record.label}</Link> : <span>{record.label}</span>}
      {record.share !== null && ` (${percent(record.share, locale)})`}
    </>
  )
}

/** Lines of links, one below another on a phone: tall enough for a finger. */
const LINE = '24px'

/** The first records by name, how many more there are, and the first date. */
const Details = ({ item: { records, count, date } }: { readonly item: AttentionEntry }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const more = count - records.length
  if (records.length === 0) return null
  return (
    <Typography
      variant="body2"
      component="span"
      noWrap
      sx={{ color: 'text.secondary', minWidth: 0, lineHeight: LINE }}
    >
      {records.map((record, index) => (
        <span key={record.ref}>
          {index > 0 && ', '}
          <Named record={record} />
        </span>
      ))}
      {more > 0 && ` ${translate('attention.more', { count: countText(more, locale) })}`}
      {date && ` · ${translate('attention.next', { date: formatDay(date, locale) })}`}
    </Typography>
  )
}

const useText = ({ key, count, company, failed }: AttentionEntry) => {
  const translate = useTranslate()
  if (failed) return translate('attention.failed', { name: translate(`attention.names.${key}`) })
  const text =
    count === 0
      ? translate(`attention.nothing.${key}`, {
          _: translate(`attention.entries.${key}`, { smart_count: 0 }),
        })
      : translate(`attention.entries.${key}`, { smart_count: count })
  return company ? `${company.label} – ${text}` : text
}

/** Never cut: the names next to it are. */
const whole = { flexShrink: 0, maxWidth: 1, lineHeight: LINE } as const

/** One entry, as a link to the records that it counts. */
const AttentionItem = ({ item }: { item: AttentionEntry }) => {
  const translate = useTranslate()
  const address = addressOf(item)
  const text = useText(item)
  const Icon = icons[item.severity]
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5 }}>
      <Icon
        fontSize="small"
        color={item.failed ? 'disabled' : item.severity}
        titleAccess={translate(`attention.severity.${item.severity}`)}
        sx={{ mt: 0.25 }}
      />
      {/* One line, cut where the names do not fit; on a phone the names have a line of their own. */}
      <Box
        sx={{
          ...{ minWidth: 0, flex: 1, display: 'flex', columnGap: 1.5, rowGap: 0.5 },
          // Stretched, so that the names are cut at the edge.
          alignItems: { xs: 'stretch', sm: 'baseline' },
          flexDirection: { xs: 'column', sm: 'row' },
        }}
      >
        {address && !item.failed ? (
          <Link to={address} sx={{ ...whole, fontWeight: 600 }}>
            {text}
          </Link>
        ) : (
          <Typography
            component="span"
            sx={{ ...whole, fontWeight: item.failed ? 400 : 600, fontSize: '0.875rem' }}
          >
            {text}
          </Typography>
        )}
        <Details item={item} />
      </Box>
    </Box>
  )
}

/** Milliseconds between two counts while the page is open. */
const PACE = 60_000

const useAttention = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const company = useChosenCompany()?.ref
  return useQuery({
    queryKey: ['attention', company],
    queryFn: () => readAttention(request, company),
    networkMode: 'always',
    refetchInterval: PACE,
    retry: false,
  })
}

const Calm = () => {
  const translate = useTranslate()
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
      <CalmIcon color="success" aria-hidden fontSize="large" />
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{translate('attention.calm')}</Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('attention.calmText')}
        </Typography>
      </Box>
    </Stack>
  )
}

const Loading = () => (
  <Stack role="status" aria-label={useTranslate()('attention.loading')} sx={{ gap: 1.5 }}>
    {[0, 1, 2].map(row => (
      <Skeleton key={row} variant="rounded" height={28} />
    ))}
  </Stack>
)

const Failure = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('attention.retry')}
        </Button>
      }
    >
      {textOf(error).text}
    </Alert>
  )
}

const keyOf = ({ key, company }: AttentionEntry) => `${key} ${company?.ref ?? ''}`

const Items = ({ items }: { items: readonly AttentionEntry[] }) => (
  <Stack component="ul" sx={{ gap: 1.25, listStyle: 'none', p: 0, m: 0 }}>
    {items.map(item => (
      <AttentionItem key={keyOf(item)} item={item} />
    ))}
  </Stack>
)

const Counted = () => {
  const translate = useTranslate()
  const { data, error, refetch } = useAttention()
  if (data === null) return null
  return (
    <Section title={translate('attention.title')}>
      {data === undefined && !error && <Loading />}
      {data === undefined && error && <Failure error={error} onRetry={refetch} />}
      {data?.length === 0 && <Calm />}
      {data && data.length > 0 && <Items items={data} />}
    </Section>
  )
}

/**
 * The entries that need the user's attention, counted again every minute; renders nothing if the backend has no such
 * call.
 */
export const Attention = () => (
  <WithActor>
    <Counted />
  </WithActor>
)
