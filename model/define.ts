import type { Capability } from './capabilities'
import { type Field, stamps } from './fields'
import type { Grant, Role } from './grants'

/** An action on many records, which changes each of them as a single request would. */
export type BulkAction = {
  /** `update`, `delete`, or a declared action: the record must have its grant. */
  readonly act: string
  /** The values of an update. */
  readonly set?: Readonly<Record<string, string | boolean>>
  /** The list field that chosen values are added to. */
  readonly add?: string
  /** The list field that chosen values are removed from. */
  readonly remove?: string
  /** States of the records that an update changes; others are left. */
  readonly when?: readonly string[]
  /** A limit over all records may admit only some of them, such as seats, minutes or the last admin. */
  readonly limited?: true
  /** The bulk action that undoes it. Deletions are undone in the trash. */
  readonly undo?: string
}

export type Fields = Readonly<Record<string, Field>>
type Key<F> = keyof F & string
type Path<K> = K | 'uid' | keyof typeof stamps

type Condition = string | number | boolean | readonly string[]
type Filter<K extends string> = { readonly [P in Path<K>]?: Condition }
type Sort<K> = readonly [Path<K>, 'asc' | 'desc']

type Tab<K extends string> = {
  /** Named filter, combined with the user's filters. */
  readonly filter: Filter<K>
  readonly sort?: Sort<K>
  readonly view?: 'table' | 'grid'
  /** Fields that say nothing about these rows: the filter implies them, or none has a value. The list has no column for them. */
  readonly without?: readonly K[]
  readonly pageSizes?: readonly number[]
}

/** A path, or a path limited to some roles. */
export type Limited<P> = P | { readonly path: P; readonly only: readonly Role[] }

type ListOptions<K extends string> = {
  readonly columns: readonly Limited<Path<K>>[]
  /** Columns hidden by default; users add them in the column chooser. */
  readonly hidden?: readonly Path<K>[]
  /** Columns left out first where the table is too narrow, in this order; then the last of `columns`. */
  readonly yielding?: readonly Path<K>[]
  readonly sort: Sort<K>
  readonly pageSizes?: readonly number[]
  /** Default page size; absent: the first of the page sizes. */
  readonly pageSize?: number
  /** Inputs of the filter form, in order. */
  readonly filters: readonly Limited<Path<K> | 'keywords'>[]
  /** Tabs by URL hash. */
  readonly tabs?: Readonly<Record<string, Tab<K>>>
  /** The list stays empty until a company is chosen, except for root and admin (specification §5). */
  readonly requiresCompany?: true
}

/** A list in a tab: records that link here (`by`), or a sub-collection of the record (`at`, one of `lists`). */
export type ListTab = {
  readonly list: string
  readonly filter?: Readonly<Record<string, Condition>>
  readonly pageSize?: number
} & ({ readonly by: string } | { readonly at: string })

/** A tab of the show screen: fields of the record, a list, or a component named in `slots.tabs`. */
type ShowTab<K extends string> = readonly Limited<Path<K>>[] | ListTab | 'slot'

/**
 * A sub-collection, `GET <record>/<name>`: the records of `list` whose link `by` refers to the record (`create`: with
 * `POST` too), those that its own links `in` refer to, or those joined through records of another resource.
 */
export type SubCollection<K extends string> = { readonly list: string } & (
  | { readonly by: string; readonly create?: true }
  | { readonly in: K }
  | { readonly through: string; readonly from: string; readonly to: string }
)

export type Action<K extends string> = {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly grant: Grant
  /** States in which the action is available. */
  readonly when?: readonly string[]
  /** Available only while this boolean field of the record is true. */
  readonly enabledBy?: K
  /** Not available on records about the actor. */
  readonly notOnSelf?: true
  readonly icon?: string
  readonly confirm?: true
  /** While it is available, the primary action of the record's screen. */
  readonly primary?: true
  /** Its button is one of the slot `actions`. */
  readonly ownButton?: true
  /** It creates a record of the same kind, whose uid the response contains in addition (`created`). */
  readonly creates?: true
  /** Texts in the response in addition to the record, which the panel shows only once. */
  readonly shownOnce?: readonly string[]
} & { readonly fields?: readonly K[] }

/**
 * The thumbnails of a record: a small one for rows, a large one for cards; `shape`: of a picture of a person or a company,
 * in place of which initials are shown where there is none; absent: 16:9; `timeline`: images to look through it.
 */
export type Picture<K extends string> = {
  readonly small: K
  readonly large: K
  readonly shape?: 'circle' | 'square'
  readonly timeline?: { readonly sprite: K; readonly images: K }
}

type Slots<K extends string> = {
  readonly grid?: string
  /** Content of the list's toolbar, before the create button. */
  readonly list?: string
  /**
   * The ways to create a record, as entries of a menu, where there are several. Its button is `resources.<name>.add`.
   */
  readonly create?: string
  /** Further actions of a record. */
  readonly actions?: string
  /** The primary action of a record's screen; absent, or without one: to edit the record. */
  readonly primary?: string
  /** Under the hero of the record's screen. */
  readonly details?: string
  /** To the right of the form from 1200 px on, otherwise below it; within its context. */
  readonly form?: string
  /** Contents of tabs, by tab name. */
  readonly tabs?: Readonly<Record<string, string>>
  readonly fields?: { readonly [P in K]?: string }
}

export type States<K extends string> = {
  readonly field: K
  readonly initial: string
  /** Allowed transitions, from → to. The server refuses others with 409. */
  readonly transitions: Readonly<Record<string, readonly string[]>>
}

export const operations = ['read', 'create', 'update', 'delete'] as const
export type Operation = (typeof operations)[number]

type Definition<K extends string, A extends string, S extends Slots<K>> = {
  /** Addresses in the panel. */
  readonly paths: {
    readonly list: string
    readonly create?: string
    readonly show?: string
    readonly edit?: string
  }
  /** Fields of the display name, joined by a space; `otherwise` is used when all are empty. */
  readonly label: { readonly fields: readonly K[]; readonly otherwise?: K }
  /** Shown next to the name in rows, and large on cards. */
  readonly picture?: Picture<K>
  /** The role field that ranks records: users neither see nor change records of a higher rank. */
  readonly ranked?: K
  /** The link to the owning company; `uid` where the record is a company; absent: owned by the provider. */
  readonly company?: K | 'uid'
  /** The link to the user that the record is about; `uid` where the record is a user. */
  readonly user?: K | 'uid'
  /** Values of a published record, for the scope `published`. */
  readonly published?: Filter<K>
  /** Values of a record that its company shares, for the scope `shared`. */
  readonly shared?: Filter<K>
  /** The field that names a list: records about a list are for those who may see that list. */
  readonly about?: K
  /** The link to the parent record. The address is that of the parent, then `collection`. */
  readonly parent?: K
  /** Path segment of a nested collection; absent: the name of the resource. */
  readonly collection?: string
  /** Path of the top-level collection; absent: the name of the resource, or under its parent; false: none. */
  readonly flat?: string | false
  /**
   * A second path of the collection. The panel lists, creates, reads and deletes by it (specification §7); references
   * and updates use the name of the resource.
   */
  readonly callName?: string
  /** Sub-collections, by path segment. */
  readonly lists?: Readonly<Record<string, SubCollection<K>>>
  readonly grants: { readonly [O in Operation]?: Grant }
  /** Users whose grant covers only records about themselves may request the list of these. */
  readonly ownList?: true
  /** Its changes are not recorded. */
  readonly withoutHistory?: true
  /**
   * Only for a user's own session: the records hold keys, or reveal who signs in from where. Closed to API tokens and to
   * views as another user, and so to their exports.
   */
  readonly confidential?: true
  /** An invited user, who has proved their address to the identity provider, activates their own record by an update. */
  readonly activates?: true
  readonly list: ListOptions<K>
  readonly show?: {
    readonly tabs: Readonly<Record<string, ShowTab<K>>>
    /** The field at the top of the record's fields, at the full width of the content: its player or its picture. */
    readonly hero?: K
    /** The most important fields, shown first and large where there is no `hero`. */
    readonly keyFacts?: readonly Limited<Path<K>>[]
    /** Tabs that are shown only where the server has the calls for them. */
    readonly needs?: Readonly<Record<string, Capability>>
  }
  /** Fields of the form, in order; absent: all writable fields. */
  readonly form?: readonly K[]
  /**
   * Headings within the form, each before the field that its section begins with; their texts are
   * `resources.<name>.sections.<key>.{title,text}`.
   */
  readonly sections?: Readonly<Record<string, K>>
  readonly states?: States<K>
  /**
   * `delayed`: marked deletable, removed after the delay; `soft`: status `deleted`; `final`: removed immediately and
   * permanently; absent: moved to the trash.
   */
  readonly removal?: 'delayed' | 'soft' | 'final'
  /** Texts in responses that are no fields: the server computes them for the reader. */
  readonly computed?: readonly string[]
  /** Values sent on create in addition to the form's fields. */
  readonly createDefaults?: Readonly<Record<string, string>>
  /** The resources whose records count these, as companies count their users: their counters change with them. */
  readonly countersIn?: readonly string[]
  /** Columns whose combinations are counted as rows change: exact counts without count(*). */
  readonly counted?: readonly K[]
  readonly actions?: Readonly<Record<A, Action<K>>>
  /** Actions on many records, by name. */
  readonly bulk?: Readonly<Record<string, BulkAction>>
  readonly slots?: S
}

/** Refuses excess properties, which inference would accept. */
type Exact<T, Shape> = T & { readonly [K in Exclude<keyof T, keyof Shape>]: never }

export type Resource = {
  readonly name: string
  readonly fields: Fields
} & Definition<string, string, Slots<string>>

/**
 * Declares a resource. Table, routes, permissions and screens are derived from it.
 * @param name plural: the path segment of the collection and react-admin's resource name
 * @param fields by key; a dot nests the value in JSON (`users.total`)
 */
export function defineResource<
  const N extends string,
  const F extends Fields,
  const S extends Slots<Key<F>> = Record<never, never>,
  const A extends string = never,
>(name: N, fields: F, options: Definition<Key<F>, A, Exact<S, Slots<Key<F>>>>) {
  return { name, fields: { ...fields, ...stamps }, ...options }
}
