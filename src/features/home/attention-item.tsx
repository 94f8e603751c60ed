import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Link, useLocaleState, useTranslate } from 'react-admin'
import { resolveRef, resourceOf } from '~/model/registry'
import { listLink } from '~/src/admin/list/list-link'
import { pathTo } from '~/src/admin/paths'
import { idOf } from '~/src/api/contract/records'
import { formatDay } from '~/src/ui/dates'
import { count as countText, percent } from '~/src/ui/format'
import type { AttentionRecord, AttentionItem as Item } from './attention-calls'

const icons = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon } as const

const pathOf = ({ ref }: AttentionRecord) => {
  const name = resolveRef(ref)?.resource.name
  return name && pathTo(name, 'show', idOf(name, ref))
}

/** Where an entry leads: the job queue, the one company that it is about, or the filtered list. */
const addressOf = ({ resource, filter, company, tab, count, records }: Item) => {
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

/** The first records by name, how many more there are, and the first date. */
const Details = ({ records, count, date }: Item) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const more = count - records.length
  if (records.length === 0) return null
  return (
    <Typography
      variant="body2"
      component="div"
      sx={{ color: 'text.secondary', overflowWrap: 'anywhere', lineHeight: 1.8 }}
    >
      {date && <div>{translate('attention.next', { date: formatDay(date, locale) })}</div>}
      {records.map((record, index) => (
        <span key={record.ref}>
          {index > 0 && ', '}
          <Named record={record} />
        </span>
      ))}
      {more > 0 && ` ${translate('attention.more', { count: countText(more, locale) })}`}
    </Typography>
  )
}

const useText = ({ key, count, company, failed }: Item) => {
  const translate = useTranslate()
  if (failed) return translate('attention.failed', { name: translate(`attention.names.${key}`) })
  const text = translate(`attention.entries.${key}`, { smart_count: count })
  return company ? `${company.label} – ${text}` : text
}

/** One thing that needs attention, as a link to what it counts. */
export const AttentionItem = ({ item }: { item: Item }) => {
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
      <Box sx={{ minWidth: 0 }}>
        {address && !item.failed ? (
          <Link to={address} sx={{ fontWeight: 600 }}>
            {text}
          </Link>
        ) : (
          <Typography component="span" sx={{ fontWeight: item.failed ? 400 : 600, fontSize: '0.875rem' }}>
            {text}
          </Typography>
        )}
        <Details {...item} />
      </Box>
    </Box>
  )
}
