import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { type ComponentType, createContext, type MouseEvent, Suspense, useContext } from 'react'
import { LinkBase, Link as RouterLink, useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { canEverDo, isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Field, type Format, isFile, isLink, type Kind, type Link } from '~/model/fields'
import { textIn, valueAt } from '~/model/objects'
import { refIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { absenceKey, choiceKey, useFieldSlot, type ViewProps } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { mayList, useActor } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import { Avatar } from '~/src/ui/avatar'
import { formatDay, formatInstant, formatRecent, formatZoned, useMinute } from '~/src/ui/dates'
import { count, duration, fileSize, minutes } from '~/src/ui/format'
import { laterPart } from '~/src/ui/later-part'
import { RecordAvatar } from './picture'

type ValueProps = ViewProps & { readonly value: unknown }
type View = ComponentType<ValueProps>

export const BooleanView = ({ value }: ValueProps) => {
  const translate = useTranslate()
  const Icon = value ? CheckIcon : CloseIcon
  return (
    <Icon
      fontSize="small"
      titleAccess={translate(value ? 'ra.boolean.true' : 'ra.boolean.false')}
      sx={{ color: value ? 'success.main' : 'text.disabled', display: 'block' }}
    />
  )
}

export const ChoiceView = ({ resource, path, value }: ValueProps) => {
  const translate = useTranslate()
  return <span>{translate(choiceKey(resource.name, path, String(value)), { _: String(value) })}</span>
}

// One colour per meaning, for every resource: done, waiting, deletion, failed.
const colours: Readonly<Record<string, 'success' | 'warning' | 'error'>> = {
  active: 'success',
  completed: 'success',
  sent: 'success',
  pending: 'warning',
  waiting: 'warning',
  deletable: 'error',
  deleted: 'error',
  ko: 'error',
  timeout: 'error',
  failed: 'error',
}

/** The value of a field that the heading of a list states already, by its path: rows show only others. */
export const UsualValues = createContext<Readonly<Record<string, unknown>>>({})

export const StatusView = ({ resource, path, value }: ValueProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const record = useRecordContext()
  const isUsual = useContext(UsualValues)[path] === value
  const compact = useCompact()
  const status = String(value)
  if (isUsual) return null
  // The record's own screen has the day in a field.
  const due = compact && status === 'deletable' ? textIn(record, 'deletableAt') : ''
  return (
    <span className={`status ${colours[status] ?? ''}`}>
      {due
        ? translate('admin.deletedOn', { day: formatDay(due, locale) })
        : translate(choiceKey(resource.name, path, status), { _: status })}
    </span>
  )
}

/** The screen of a link's target, or its form if it has no screen; undefined if the actor may not read such records. */
const useLinkPath = ({ target: name }: Field, value: unknown) => {
  const actor = useActor()
  const target = name && resourceOf(name)
  if (!target || !canEverDo(target, 'read', actor) || !mayList(target, actor)) return undefined
  const id = idOf(target.name, refIn(value) ?? '')
  const show = pathTo(target.name, 'show', id)
  return show ?? (canEverDo(target, 'update', actor) ? pathTo(target.name, 'edit', id) : undefined)
}

/** True where links to users and companies are shown with their picture: on a record's screen. */
export const Portrayed = createContext(false)

const LinkAvatar = laterPart(() => import('./link-avatar').then(file => file.LinkAvatar))

/** Width and height in pixels. */
const BESIDE_LINK = 20

/** The picture of the link's target before its name; its place is reserved while it is loaded. */
const Portrait = ({ field: { target = '' }, value }: Pick<ValueProps, 'field' | 'value'>) => {
  const shape = resourceOf(target).picture?.shape
  if (!useContext(Portrayed) || !shape || !isLink(value)) return null
  const beside = { uid: uidOf(value.ref), name: value.label, shape, size: BESIDE_LINK }
  return (
    <Box component="span" sx={{ mr: 0.75 }}>
      <Suspense fallback={<Avatar {...beside} />}>
        <LinkAvatar target={target} link={value} size={BESIDE_LINK} />
      </Suspense>
    </Box>
  )
}

/** The label of a link, as a link to the target record if the actor may read such records. */
const LinkLabel = ({ field, value }: Pick<ValueProps, 'field' | 'value'>) => {
  const path = useLinkPath(field, value)
  const [ref, label] = [refIn(value) ?? '', textIn(value, 'label')]
  if (!path) return <span>{label}</span>
  return (
    <LinkBase to={path} className="record-link" onClick={(event: MouseEvent) => event.stopPropagation()}>
      {label || ref}
    </LinkBase>
  )
}

export const LinkView = ({ field, value }: ValueProps) => (
  <>
    <Portrait field={field} value={value} />
    <LinkLabel field={field} value={value} />
  </>
)

/** True where space is limited, as in a table: dates omit their time, which their title still shows. */
export const Compact = createContext(false)

export const useCompact = () => useContext(Compact)

/** Maximum number of names in a table cell. */
const FEW = 2

const LinkChip = ({ field, link }: Pick<ValueProps, 'field'> & { link: Link }) => {
  const path = useLinkPath(field, link)
  const shared = { size: 'small', label: link.label || link.ref } as const
  return path ? <Chip {...shared} component={RouterLink} to={path} clickable /> : <Chip {...shared} />
}

/** The labels of linked records; in a table the first of them, and the number of the others. */
const LinksView = ({ field, value }: ValueProps) => {
  const translate = useTranslate()
  const compact = useCompact()
  const links = Array.isArray(value) ? value.filter(isLink) : []
  if (compact) {
    const names = links.slice(0, FEW).map(({ label }) => label)
    const more = links.length - names.length
    return (
      <span title={links.map(({ label }) => label).join(', ')}>
        {names.join(', ')}
        {more > 0 && ` ${translate('admin.more', { count: more })}`}
      </span>
    )
  }
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {links.map(link => (
        <LinkChip key={link.ref} field={field} link={link} />
      ))}
    </Stack>
  )
}

const CountView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{count(Number(value), locale)}</span>
}

const BytesView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{fileSize(Number(value), locale)}</span>
}

const MinutesView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  return <span>{useTranslate()('admin.minutes', { count: minutes(Number(value), locale) })}</span>
}

/** A duration in seconds, formatted as a clock. */
const DurationView = ({ value }: ValueProps) => {
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{duration(Number(value))}</span>
}

const DaysView = ({ value }: ValueProps) => (
  <span>{useTranslate()('admin.days', { smart_count: Number(value) })}</span>
)

const VersionView = ({ value }: ValueProps) => <span>v{String(value)}</span>

const TextView = ({ value }: ValueProps) => (
  <span title={String(value)} style={{ overflowWrap: 'anywhere' }}>
    {String(value)}
  </span>
)

const MultilineView = ({ value }: ValueProps) => (
  <Box component="span" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {String(value)}
  </Box>
)

const FileView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const { label = '', size = 0 } = isFile(value) ? value : {}
  return (
    <span>
      {label} ({fileSize(size, locale)})
    </span>
  )
}

const TagsView = ({ value }: ValueProps) => (
  <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap' }}>
    {(Array.isArray(value) ? value : []).map(tag => (
      <Chip key={String(tag)} size="small" label={String(tag)} />
    ))}
  </Stack>
)

/** Recent dates show the elapsed time; future and older ones show the date. */
const DateView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const instant = value instanceof Date ? value : String(value)
  const compact = useCompact()
  useMinute()
  const full = formatInstant(instant, locale)
  const text = formatRecent(instant, locale) ?? (compact ? formatDay(instant, locale) : full)
  return (
    <time
      dateTime={String(value)}
      title={formatZoned(instant, locale)}
      data-printed={full}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </time>
  )
}

// No list shows rich text: its sanitiser is not loaded with the first list.
const LazyRich = laterPart(() => import('./rich-view').then(file => file.RichView))

const RichView: View = props => (
  <Suspense fallback={null}>
    <LazyRich {...props} />
  </Suspense>
)

const byFormat: Record<Format, View> = {
  bytes: BytesView,
  minutes: MinutesView,
  seconds: DurationView,
  version: VersionView,
  days: DaysView,
  status: StatusView,
}

const byKind: Record<Kind, View> = {
  text: TextView,
  multiline: MultilineView,
  email: TextView,
  password: () => null,
  boolean: BooleanView,
  integer: CountView,
  number: CountView,
  date: DateView,
  choice: ChoiceView,
  link: LinkView,
  links: LinksView,
  rich: RichView,
  file: FileView,
  thumbnail: TextView,
  picture: ({ resource }) => <RecordAvatar resource={resource} size={64} />,
  tags: TagsView,
  json: ({ value }) => <code>{JSON.stringify(value)}</code>,
}

export const viewOf = (field: Field): View => (field.format ? byFormat[field.format] : byKind[field.kind])

/** Placeholder for a missing value: a dash with an accessible name. */
export const Missing = () => {
  const translate = useTranslate()
  return (
    <Box
      component="span"
      role="img"
      data-missing
      aria-label={translate('admin.noValue')}
      sx={{ color: 'text.disabled' }}
    >
      –
    </Box>
  )
}

/** The meaning of an empty field, if the definition declares one. */
const Absent = ({ resource, path }: { readonly resource: Resource; readonly path: string }) => {
  const translate = useTranslate()
  const compact = useCompact()
  if (compact || !resource.fields[path]?.absence) return <Missing />
  return <span>{translate(absenceKey(resource.name, path))}</span>
}

type Props = {
  readonly resource: Resource
  readonly path: string
  /** Suspends until the resource's own view is loaded, instead of appearing later. */
  readonly suspends?: boolean
}

/** The read-only view of a field of the record in context: the resource's own, or the one of its kind. */
export const FieldView = ({ resource, path, suspends = false }: Props) => {
  const record = useRecordContext()
  const { view: Own } = useFieldSlot(resource, path)
  const field = resource.fields[path]
  if (!record || !field) return null
  if (Own) {
    const own = <Own resource={resource} path={path} field={field} />
    return suspends ? own : <Suspense fallback={null}>{own}</Suspense>
  }
  const value = valueAt(record, path)
  if (isEmpty(value)) return <Absent resource={resource} path={path} />
  const View = suspends && field.kind === 'rich' ? LazyRich : viewOf(field)
  return <View resource={resource} path={path} field={field} value={value} />
}
