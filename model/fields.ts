import type { Role } from './grants'
import type { Language } from './languages'
import { asObject } from './objects'
import { longestPassword, shortestPassword } from './onboarding'

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):(\d{2})))?$/

const FIRST_YEAR = 1
const LAST_YEAR = 9999

const isYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR

const isDay = (year: number, month: number, day: number) => {
  if (month < 1 || month > 12 || day < 1) return false
  // Day 0 of the next month; `setUTCFullYear` because `Date.UTC` takes years below 100 for 19xx.
  const last = new Date(0)
  last.setUTCFullYear(year, month, 0)
  return day <= last.getUTCDate()
}

/**
 * Reads an ISO 8601 date (midnight UTC), or a date and time with `Z` or an offset. `Date.parse` alone takes far more:
 * `2020`, `Jan 1 2090 (x)`, 31 February, years that PostgreSQL refuses.
 * @returns undefined for anything else, and outside the years 1 to 9999
 */
export const readDate = (text: string): Date | undefined => {
  const parts = pattern
    .exec(text)
    ?.slice(1)
    .map(part => Number(part ?? 0))
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, hours = 0, minutes = 0] = parts
  const isTime = hour < 24 && minute < 60 && second < 60 && hours < 15 && minutes < 60
  if (!isYear(year) || !isDay(year, month, day) || !isTime) return undefined
  const date = new Date(text)
  return isYear(date.getUTCFullYear()) ? date : undefined
}

/** A link to another record. `label` is read from the target with the record, so it is never stale. */
export type Link<R extends string = string> = { ref: R; label: string }

/** A stored file, as the server describes it (decisions §8, §12). Sizes in bytes, `md5Hash` in base64. */
export type FileDescriptor = {
  bucket: string
  ref: string
  contentType: string
  size: number
  label: string
  md5Hash: string
  tempPath: string
}

/** Whether the value is a link, with its label. */
export const isLink = (value: unknown): value is Link => {
  const { ref, label } = asObject(value)
  return typeof ref === 'string' && typeof label === 'string'
}

/** Whether the value names a record, with or without its label. */
export const hasRef = (value: unknown): value is Pick<Link, 'ref'> => typeof asObject(value).ref === 'string'

/** Whether the value is a file descriptor. */
export const isFile = (value: unknown): value is FileDescriptor => typeof asObject(value).ref === 'string'

/** Rich text by language: HTML limited to the tags of its toolbar, sanitised on both sides. */
export type RichText = { readonly [L in Language]?: string }

/** Feature level of a rich-text editor. */
export type Toolbar = 'minimal' | 'medium' | 'full'

/**
 * JSON values by kind of field: dates are ISO 8601 instants in UTC, a thumbnail or a picture is a signed address.
 */
export type ValueOf = {
  text: string
  multiline: string
  email: string
  password: string
  boolean: boolean
  integer: number
  number: number
  date: string
  choice: string
  choices: string[]
  link: Link
  links: Link[]
  rich: RichText
  file: FileDescriptor
  thumbnail: string
  picture: string
  tags: string[]
  json: unknown
}
export type Kind = keyof ValueOf

/**
 * Display format, where the kind is not enough: `bytes` as kB, MB or GB, `minutes` shows seconds as minutes, `seconds` as a
 * duration, `version` with a v.
 */
export type Format = 'bytes' | 'minutes' | 'seconds' | 'version' | 'days' | 'status'

export type Writer = Role | 'self'

type FieldOptions = {
  /** Non-empty on create and update, or in one mode only. */
  readonly required?: true | 'create' | 'update'
  /** Empty in some records although forms require it: a name, until the account is activated. */
  readonly nullable?: true
  /** Part of the search keywords: found by the prefix of any word. */
  readonly search?: true
  readonly sort?: true
  readonly filter?: true
  /** Roles that may read it; absent: all that may read the record; empty: none. */
  readonly read?: readonly Role[]
  /** Roles that may write it; absent: all that may write the record. `self`: also the user that the record is about. */
  readonly write?: readonly Writer[]
  /** Written by the server only. */
  readonly readOnly?: true
  /** Set on create, not changeable afterwards. */
  readonly immutable?: true
  /** Writable only while this boolean field of the record is true. */
  readonly enabledBy?: string
  /** Writable only in these states of the record. */
  readonly when?: readonly string[]
  /** Large value, not part of the record: read by `GET <record>/<key>`. */
  readonly lazy?: true
  /**
   * Shown on the record's screen also when it is empty, with the text `resources.<name>.absent.<key>` in place of a value.
   * Other empty fields are left out there.
   */
  readonly absence?: true
  /** Not recorded in the history, such as progress. */
  readonly excludeFromHistory?: true
  readonly default?: string | number | boolean | null | readonly string[]
  /** Example in the API's description, if the example of its kind is not meaningful. */
  readonly example?: string | number | boolean
  readonly format?: Format
  /** The field that holds the maximum of this number: shown and exported next to it. */
  readonly limit?: string
  readonly min?: number
  readonly max?: number
}

type Extra = {
  /** Filtered by the prefix of its label instead of a chosen record. */
  readonly byLabel?: true
  /** Link to a user: users who rank above the reader are shown with their role instead of their name. */
  readonly namelessAbove?: true
  /** Filter of the records offered as targets. */
  readonly filterTarget?: Readonly<Record<string, string | boolean | readonly string[]>>
  /** The link is cleared when its target is deleted, instead of preventing the deletion. */
  readonly clearOnDelete?: true
  /** The record is permanently deleted with its target, since it has no meaning without it. */
  readonly deletedWithTarget?: true
  /** Listed as a use in the delete dialog, but does not block the deletion. */
  readonly isUse?: true
  /** Targets must belong to the company of the record. */
  readonly sameCompany?: 'company'
  /** Non-empty, except while this other list of links of the record holds something. */
  readonly requiredUnless?: string
  /** Stored by the target, in this field: the inverse side of a relation. */
  readonly inverse?: string
  readonly toolbar?: Toolbar
  /** Limits downloads of a file to some roles or states. */
  readonly fetch?: { readonly only?: readonly Role[]; readonly when?: readonly string[] }
  readonly options?: readonly string[]
  readonly target?: string
  readonly accept?: readonly string[]
  /** The text field that takes the name of a chosen file, without its extension, while it is empty. */
  readonly names?: string
  readonly creatable?: readonly string[]
}

export type Field<K extends Kind = Kind> = FieldOptions & Extra & { readonly kind: K }

type Required = FieldOptions['required']

type Default = FieldOptions['default']

/** Field options that keep `required` in the type: a required field is never null. */
type Options<Q extends Required> = FieldOptions & { readonly required?: Q }

type Declared<K extends Kind, Q> = Field<K> & (Q extends true ? { readonly required: true } : unknown)

/** Keeps a default of zero in the type: the column of such a number is never null. */
type Starting<D> = D extends 0 ? { readonly default: 0 } : unknown

const field =
  <K extends Kind>(kind: K, defaults: FieldOptions = {}) =>
  <Q extends Required = undefined, const D extends Default = undefined>(
    options: Options<Q> & { readonly default?: D } = {},
  ) =>
    ({ kind, ...defaults, ...options }) as Declared<K, Q> & Starting<D>

/** One line, at most `max` characters (200). */
export const text = field('text', { max: 200 })
export const multiline = field('multiline', { max: 5000 })
export const email = field('email', { max: 200 })
/** Never read back; at least 6 characters (specification §9). */
export const password = field('password', { min: shortestPassword, max: longestPassword, read: [] })
export const boolean = field('boolean', { default: false, filter: true })
export const integer = field('integer')
/** Any finite number, such as seconds with fractions. */
export const number = field('number')
export const date = field('date')
export const tags = field('tags')
export const json = field('json')
/** A small image generated by the server, read as a signed link; the row holds the id of its file. */
export const thumbnail = field('thumbnail', { readOnly: true, excludeFromHistory: true })
/**
 * An uploaded picture, of which the server keeps a small square: written as the descriptor of an upload, read like a
 * thumbnail. The limits of what is sent are in pictures.ts.
 */
export const picture = field('picture')

/** A counter maintained by the server: seats, seconds, versions. */
export const counter = (options: Omit<FieldOptions, 'default' | 'required'> = {}) =>
  integer({ default: 0, readOnly: true, filter: true, ...options })

/** One of `options`; forms offer only `creatable`, where given. */
export const choice = <const O extends readonly string[], Q extends Required = undefined>(
  options: O,
  more: Options<Q> & { readonly creatable?: readonly O[number][] } = {},
) => ({ kind: 'choice', options, ...more }) as Declared<'choice', Q> & { readonly options: O }

/** Any of `options`, without duplicates and in their order. */
export const choices = <const O extends readonly string[], Q extends Required = undefined>(
  options: O,
  more: Omit<Options<Q>, 'default'> & { readonly default?: readonly O[number][] } = {},
) => ({ kind: 'choices', options, ...more }) as Declared<'choices', Q> & { readonly options: O }

/** A link to a record of the resource `target`. */
export const link = <T extends string, Q extends Required = undefined>(
  target: T,
  options: Options<Q> &
    Pick<
      Extra,
      | 'clearOnDelete'
      | 'deletedWithTarget'
      | 'isUse'
      | 'byLabel'
      | 'namelessAbove'
      | 'filterTarget'
      | 'sameCompany'
    > = {},
) => ({ kind: 'link', target, ...options }) as Declared<'link', Q> & { readonly target: T }

type Inverse<I> = I extends string ? { readonly inverse: I } : unknown

/** Links to any number of records of `target`. */
export const links = <T extends string, I extends string | undefined = undefined>(
  target: T,
  options: FieldOptions &
    Pick<Extra, 'sameCompany' | 'requiredUnless' | 'filterTarget'> & { readonly inverse?: I } = {},
) => ({ kind: 'links', target, ...options }) as Field<'links'> & { readonly target: T } & Inverse<I>

/** Rich text, one pane per language. */
export const rich = (toolbar: Toolbar, options: FieldOptions = {}): Field<'rich'> => ({
  kind: 'rich',
  toolbar,
  max: 20_000,
  ...options,
})

/**
 * An uploaded file; `accept` lists content types, a trailing `/*` for a family; absent: any type. `filter`: found by
 * its checksum, `<path>.md5Hash`.
 */
export const file = (
  options: FieldOptions & Pick<Extra, 'accept' | 'fetch' | 'names'> = {},
): Field<'file'> => ({
  kind: 'file',
  ...options,
})

/** Fields of every record, in addition to `uid`. */
export const stamps = {
  createdAt: date({ readOnly: true, sort: true, filter: true }),
  updatedAt: date({ readOnly: true, sort: true, filter: true }),
} as const

export type Scalar = string | number | boolean | null

/** The compared part of a field: its value, the reference or label of a link, or the MD5 of a file. */
export type Aspect = 'value' | 'ref' | 'label' | 'md5Hash'

const isText = (value: Scalar) => typeof value === 'string'

/** Filters of a kind of field. */
type KindFilter = {
  /** The values that it is compared with; absent: its value cannot be compared. */
  readonly accepts?: (value: Scalar) => boolean
  /** The parts of a value that paths can name: `company.label`, `file.md5Hash`. */
  readonly aspects?: readonly Aspect[]
  /** Takes the operator `begins`. */
  readonly begins?: true
  /** Holds several values, which support neither ordering nor `ne`. */
  readonly isList?: true
}

const textFilter = { accepts: isText, begins: true } as const

export const kindFilters: { readonly [K in Kind]: KindFilter } = {
  text: textFilter,
  multiline: textFilter,
  email: textFilter,
  choice: textFilter,
  choices: { accepts: isText, isList: true },
  tags: { ...textFilter, isList: true },
  link: { aspects: ['ref', 'label'], begins: true },
  links: { isList: true },
  file: { aspects: ['md5Hash'] },
  boolean: { accepts: value => typeof value === 'boolean' },
  integer: { accepts: value => Number.isSafeInteger(value) },
  number: { accepts: value => typeof value === 'number' && Number.isFinite(value) },
  date: { accepts: value => typeof value === 'string' && readDate(value) !== undefined },
  password: {},
  rich: {},
  thumbnail: {},
  picture: {},
  json: {},
}
