import { asObject } from './objects'
import { shortestPassword } from './onboarding'
import type { Language, Role } from './roles'

/** A link to another record. `label` is the target's own, read with the record, so it is never stale. */
export type Link = { ref: string; label: string }

/** What an upload became; made by the server (decisions §8, §12). Sizes in bytes, `md5Hash` in base64. */
export type FileDescriptor = {
  bucket: string
  ref: string
  contentType: string
  size: number
  label: string
  md5Hash: string
  tempPath: string
}

/** Is this value of a record a file? */
export const isFile = (value: unknown): value is FileDescriptor => typeof asObject(value).ref === 'string'

/** Rich text by language: HTML of the tags that its toolbar offers, sanitised on both sides. */
export type RichText = { readonly [L in Language]?: string }

/** How much a rich-text editor offers. */
export type Toolbar = 'minimal' | 'medium' | 'full'

/** The value each kind of field carries in JSON; dates are ISO 8601 instants in UTC, a thumbnail is a signed address. */
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
  link: Link
  links: Link[]
  rich: RichText
  file: FileDescriptor
  thumbnail: string
  tags: string[]
  json: unknown
}
export type Kind = keyof ValueOf

/**
 * How a value shows where its kind says too little: `bytes` in MB, `minutes` seconds as minutes, `seconds` as a
 * duration, `version` with a v.
 */
export type Format = 'bytes' | 'minutes' | 'seconds' | 'version' | 'days' | 'status'

export type Writer = Role | 'self'

export type FieldOptions = {
  /** Non-empty on create and update, or in one mode only. */
  readonly required?: true | 'create' | 'update'
  /** Found by begins-with on any word, through the search keywords. */
  readonly search?: true
  readonly sort?: true
  readonly filter?: true
  /** Roles that may read it; absent: whoever may read the record; empty: nobody. */
  readonly read?: readonly Role[]
  /** Who may write it; absent: whoever may write the record by role. `self`: also the user it is about. */
  readonly write?: readonly Writer[]
  /** Written by the server alone. */
  readonly readOnly?: true
  /** Set when the record is made and never again. */
  readonly immutable?: true
  /** Only while this boolean field of the same record is true. */
  readonly enabledBy?: string
  /** Only while the record is in one of these states. */
  readonly when?: readonly string[]
  /** Too large for the record: read by its own address alone, `GET <record>/<key>`. */
  readonly lazy?: true
  /** On its record's screen only where it holds something: most records have none. */
  readonly hideWhenEmpty?: true
  /** Never in the history: what only says how something goes on. */
  readonly excludeFromHistory?: true
  readonly default?: string | number | boolean | null
  readonly format?: Format
  readonly min?: number
  readonly max?: number
}

type Extra = {
  /** A link that staff look for by typing the beginning of its label, instead of choosing the record. */
  readonly byLabel?: true
  /** A link offers only such records of its target. */
  readonly filterTarget?: Readonly<Record<string, string | boolean | readonly string[]>>
  /** A link that does not keep its target from being deleted: it empties instead. */
  readonly clearOnDelete?: true
  /** Each must be of the record's own company. */
  readonly sameCompany?: 'company'
  /** Links kept by their target, in this field of it. */
  readonly inverse?: string
  readonly toolbar?: Toolbar
  /** A file that only some may download, or only in some states. */
  readonly fetch?: { readonly only?: readonly Role[]; readonly when?: readonly string[] }
  readonly options?: readonly string[]
  readonly target?: string
  readonly accept?: readonly string[]
  readonly creatable?: readonly string[]
}

export type Field<K extends Kind = Kind> = FieldOptions & Extra & { readonly kind: K }

type Required = FieldOptions['required']

/** Options, keeping whether the field is required: a required field of a record is never null. */
type Options<Q extends Required> = FieldOptions & { readonly required?: Q }

type Declared<K extends Kind, Q> = Field<K> & (Q extends true ? { readonly required: true } : unknown)

const field =
  <K extends Kind>(kind: K, defaults: FieldOptions = {}) =>
  <Q extends Required = undefined>(options: Options<Q> = {}) =>
    ({ kind, ...defaults, ...options }) as Declared<K, Q>

/** One line, at most `max` characters (200). */
export const text = field('text', { max: 200 })
export const multiline = field('multiline', { max: 5000 })
export const email = field('email', { max: 200 })
/** Never read back; at least 6 characters (specification §9). */
export const password = field('password', { min: shortestPassword, max: 200, read: [] })
export const boolean = field('boolean', { default: false, filter: true })
export const integer = field('integer')
/** Any finite number, such as seconds with their fraction. */
export const number = field('number')
export const date = field('date')
export const tags = field('tags')
export const json = field('json')
/** A small image that the server makes and signs a link to; the row holds its file's id. */
export const thumbnail = field('thumbnail', { readOnly: true, excludeFromHistory: true })

/** A number the server keeps: seats, seconds, versions. */
export const counter = (options: FieldOptions = {}) =>
  integer({ default: 0, readOnly: true, filter: true, ...options })

/** One of `options`; a form offers `creatable` where that is fewer. */
export const choice = <const O extends readonly string[], Q extends Required = undefined>(
  options: O,
  more: Options<Q> & { readonly creatable?: readonly O[number][] } = {},
) => ({ kind: 'choice', options, ...more }) as Declared<'choice', Q> & { readonly options: O }

/** A link to a record of the resource `target`. */
export const link = <Q extends Required = undefined>(
  target: string,
  options: Options<Q> & Pick<Extra, 'clearOnDelete' | 'byLabel' | 'filterTarget' | 'sameCompany'> = {},
) => ({ kind: 'link', target, ...options }) as Declared<'link', Q>

/** Links to any number of records of `target`. */
export const links = (
  target: string,
  options: FieldOptions & Pick<Extra, 'sameCompany' | 'inverse' | 'filterTarget'> = {},
): Field<'links'> => ({ kind: 'links', target, ...options })

/** Text with markup, one pane per language. */
export const rich = (toolbar: Toolbar, options: FieldOptions = {}): Field<'rich'> => ({
  kind: 'rich',
  toolbar,
  max: 20_000,
  ...options,
})

/** An uploaded file; `accept` lists content types, a trailing `/*` for a family; absent: any type. */
export const file = (options: FieldOptions & Pick<Extra, 'accept' | 'fetch'> = {}): Field<'file'> => ({
  kind: 'file',
  ...options,
})

/** The fields that every record has, next to `uid`. */
export const stamps = {
  createdAt: date({ readOnly: true, sort: true, filter: true }),
  updatedAt: date({ readOnly: true, sort: true, filter: true }),
} as const
