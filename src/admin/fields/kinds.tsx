import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import { type ComponentType, createContext, type MouseEvent, Suspense, useContext } from 'react'
import { LinkBase, Link as RouterLink, useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { canEverDo, labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { type Field, type Format, isFile, isLink, type Kind, type Link } from '~/model/fields'
import { isObject, textIn } from '~/model/objects'
import { refIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import {
  choiceKey,
  type FilterProps,
  type KindInputProps,
  type ViewProps,
  type Words,
} from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { mayList, useActor } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import { Avatar } from '~/src/ui/avatar'
import { formatDay, formatInstant, formatRecent, formatZoned, useMinute } from '~/src/ui/dates'
import { count, duration, fileSize, minutes } from '~/src/ui/format'
import { laterPart } from '~/src/ui/later-part'

type ValueProps = ViewProps & { readonly value: unknown }
type View = ComponentType<ValueProps>

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

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

type AvatarProps = {
  readonly resource: Resource
  /** Width and height in pixels. */
  readonly size: number
}

/** The picture of the user or the company in context, or their initials; nothing for other records. */
export const RecordAvatar = ({ resource, size }: AvatarProps) => {
  const record = useRecordContext()
  const { shape, small } = resource.picture ?? {}
  if (!record || !shape || !small) return null
  const name = labelOf(resource, record)
  return <Avatar uid={String(record.id)} name={name} address={record[small]} shape={shape} size={size} />
}

/** True where space is limited, as in a table: dates omit their time, which their title still shows. */
export const Compact = createContext(false)

export const useCompact = () => useContext(Compact)

/** Maximum number of names in a table cell. */
const FEW = 2

/** The texts of the chosen options; in a table in one line. */
const ChoicesView = ({ resource, path, value }: ValueProps) => {
  const translate = useTranslate()
  const compact = useCompact()
  const names = listOf(value).map(each => translate(choiceKey(resource.name, path, each), { _: each }))
  if (compact) return <span>{names.join(', ')}</span>
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {names.map(name => (
        <li key={name}>{name}</li>
      ))}
    </Stack>
  )
}

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
    {listOf(value).map(tag => (
      <Chip key={tag} size="small" label={tag} />
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

/** A value of a spreadsheet cell; a duration in seconds. */
export type CellValue = string | number | Date | { readonly seconds: number }

type Cell = (value: unknown, words: Words, at: { resource: Resource; path: string }) => CellValue

const written: Cell = value => String(value)

const numeric =
  (read: (value: number) => number): Cell =>
  value => {
    const number = typeof value === 'number' ? read(value) : Number.NaN
    return Number.isFinite(number) ? number : String(value)
  }

/** A number in the unit that the screen shows, with enough decimals to distinguish small values from 0. */
const inUnits = (size: number) => numeric(value => Math.round((value / size) * 1000) / 1000)

const asNumber = numeric(value => value)

const instant: Cell = value => {
  const date = new Date(String(value))
  return Number.isNaN(date.getTime()) ? String(value) : date
}

const seconds: Cell = value =>
  typeof value === 'number' ? { seconds: Math.round(value * 100) / 100 } : String(value)

const choice: Cell = (value, { translate }, { resource, path }) =>
  translate(choiceKey(resource.name, path, String(value)), { _: String(value) })

const labelled = (value: unknown) =>
  isObject(value) && 'label' in value ? String(value.label ?? '') : JSON.stringify(value)

const joined =
  (one: (value: unknown) => string): Cell =>
  value =>
    Array.isArray(value) ? value.map(one).join(', ') : one(value)

type PanelFormat = {
  readonly view: View
  /** Absent: exported as its kind. */
  readonly cell?: Cell
  /** The unit of a column whose cells are bare numbers, as the screen writes it after a number. */
  readonly unit?: string
}

const formats: { readonly [F in Format]: PanelFormat } = {
  bytes: { view: BytesView, cell: inUnits(1_000_000), unit: 'admin.megabytes' },
  minutes: { view: MinutesView, cell: inUnits(60), unit: 'admin.minutes' },
  seconds: { view: DurationView, cell: seconds },
  version: { view: VersionView },
  days: { view: DaysView },
  status: { view: StatusView, cell: choice },
}

/** Panel side of a kind of field. Inputs and filters are named where several kinds share one, and load with their form. */
type PanelKind = {
  /** Displays a value that is not empty. */
  readonly view: View
  /** Its input in forms: one of `form/field-input.tsx`, or its own, which loads when it is used; null: none. */
  readonly input: InputName | ComponentType<KindInputProps> | null
  /** Attributes of a text input. */
  readonly attributes?: TextAttributes
  /** The input that filters lists by it: one of `list/search-form.tsx`, or its own, which loads after the rows. */
  readonly filter: FilterName | ComponentType<FilterProps>
  /** The value in an exported table. */
  readonly cell: Cell
}

export type InputName =
  | 'text'
  | 'password'
  | 'number'
  | 'date'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'link'
  | 'links'
  | 'tags'
export type FilterName = 'text' | 'boolean' | 'choice' | 'link'

export type TextAttributes = {
  readonly type?: 'email' | 'color'
  readonly autoComplete?: 'off'
  readonly multiline?: true
  readonly minRows?: number
}

/** The kinds of fields on the panel: how each is displayed, edited, filtered and exported. */
const kinds: { readonly [K in Kind]: PanelKind } = {
  text: { view: TextView, input: 'text', filter: 'text', cell: written },
  multiline: {
    view: MultilineView,
    input: 'text',
    attributes: { multiline: true, minRows: 3 },
    filter: 'text',
    cell: written,
  },
  email: {
    view: TextView,
    input: 'text',
    attributes: { type: 'email', autoComplete: 'off' },
    filter: 'text',
    cell: written,
  },
  password: { view: () => null, input: 'password', filter: 'text', cell: written },
  boolean: {
    view: BooleanView,
    input: 'boolean',
    filter: 'boolean',
    cell: (value, { translate }) => translate(value ? 'ra.boolean.true' : 'ra.boolean.false'),
  },
  integer: { view: CountView, input: 'number', filter: 'text', cell: asNumber },
  number: { view: CountView, input: 'number', filter: 'text', cell: asNumber },
  date: {
    view: DateView,
    input: 'date',
    filter: laterPart(() => import('~/src/admin/list/day-range-input').then(file => file.DayRangeInput)),
    cell: instant,
  },
  choice: { view: ChoiceView, input: 'choice', filter: 'choice', cell: choice },
  choices: {
    view: ChoicesView,
    input: 'choices',
    filter: 'choice',
    cell: (value, words, at) =>
      listOf(value)
        .map(each => choice(each, words, at))
        .join(', '),
  },
  link: { view: LinkView, input: 'link', filter: 'link', cell: labelled },
  links: { view: LinksView, input: 'links', filter: 'text', cell: joined(labelled) },
  tags: { view: TagsView, input: 'tags', filter: 'text', cell: joined(String) },
  rich: {
    // No list shows rich text: its sanitiser is not loaded with the first list.
    view: laterPart(() => import('./rich-view').then(file => file.RichView)),
    input: laterPart(() => import('~/src/admin/form/rich-input').then(file => file.RichInput)),
    filter: 'text',
    cell: written,
  },
  file: {
    view: FileView,
    input: laterPart(() => import('~/src/admin/form/upload-input').then(file => file.FileInput)),
    filter: 'text',
    cell: labelled,
  },
  picture: {
    view: ({ resource }) => <RecordAvatar resource={resource} size={64} />,
    input: laterPart(() => import('~/src/admin/form/picture-input').then(file => file.PictureKindInput)),
    filter: 'text',
    cell: written,
  },
  thumbnail: { view: TextView, input: null, filter: 'text', cell: written },
  json: {
    view: ({ value }) => <code>{JSON.stringify(value)}</code>,
    input: null,
    filter: 'text',
    cell: value => JSON.stringify(value),
  },
}

export const kindOf = (field: Field): PanelKind => kinds[field.kind]

export const viewOf = (field: Field): View => (field.format ? formats[field.format] : kindOf(field)).view

export const cellOf = (field: Field): Cell =>
  (field.format && formats[field.format].cell) ?? kindOf(field).cell

export const unitOf = ({ format }: Field) => format && formats[format].unit
