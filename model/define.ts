import { type Field, stamps } from './fields'
import type { Grant } from './grants'
import type { Role } from './roles'

export type Fields = Readonly<Record<string, Field>>
type Key<F> = keyof F & string
type Path<K> = K | 'uid' | keyof typeof stamps

type Condition = string | number | boolean | readonly string[]
type Filter<K extends string> = { readonly [P in Path<K>]?: Condition }
type Sort<K> = readonly [Path<K>, 'asc' | 'desc']

type Tab<K extends string> = {
  /** Named filter, merged with what the person filters by. */
  readonly filter: Filter<K>
  readonly sort?: Sort<K>
  readonly view?: 'table' | 'grid'
  readonly pageSizes?: readonly number[]
}

/** A path, or a path for some roles alone. */
export type Limited<P> = P | { readonly path: P; readonly only: readonly Role[] }

export type ListOptions<K extends string> = {
  readonly columns: readonly Limited<Path<K>>[]
  /** Columns that staff must ask for through the column chooser. */
  readonly hidden?: readonly Path<K>[]
  readonly sort: Sort<K>
  readonly pageSizes?: readonly number[]
  /** Rows at first; absent: the first of the page sizes. */
  readonly pageSize?: number
  /** Inputs of the search form, in order. */
  readonly filters: readonly Limited<Path<K> | 'keywords'>[]
  /** By URL hash. */
  readonly tabs?: Readonly<Record<string, Tab<K>>>
  /** Nothing shows before a company is chosen, but to root and admin (specification §5). */
  readonly requiresCompany?: true
}

/** A list in a tab: of records that point here (`by`), or one that hangs on the record (`at`, one of `lists`). */
export type ListTab = {
  readonly list: string
  readonly filter?: Readonly<Record<string, Condition>>
  readonly pageSize?: number
} & ({ readonly by: string } | { readonly at: string })

/** A tab of the show screen: fields of the record, a list about it, or a component named in `slots.tabs`. */
type ShowTab<K extends string> = readonly Limited<Path<K>>[] | ListTab | 'slot'

/**
 * A list that hangs on a record, `GET <record>/<name>`: the records of `list` whose link `by` names it (`create`: and
 * more can be made there), those that its own links `in` name, or those that records of another resource tie to it.
 */
export type SubCollection<K extends string> = { readonly list: string } & (
  | { readonly by: string; readonly create?: true }
  | { readonly in: K }
  | { readonly through: string; readonly from: string; readonly to: string }
)

export type Action<K extends string> = {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly grant: Grant
  /** The states that the action needs, by the state field. */
  readonly when?: readonly string[]
  /** Only while this boolean field of the record is true. */
  readonly enabledBy?: K
  /** Never on what is about oneself. */
  readonly notOnSelf?: true
  readonly icon?: string
  readonly confirm?: true
} & { readonly fields?: readonly K[] }

export type Slots<K extends string> = {
  readonly grid?: string
  /** Before the create button of the list. */
  readonly list?: string
  /** More to do with a record than its declared actions. */
  readonly actions?: string
  /** Under the fields of the first tab. */
  readonly details?: string
  /** Under the form, in its context. */
  readonly form?: string
  /** By the name of the tab whose content they are. */
  readonly tabs?: Readonly<Record<string, string>>
  readonly fields?: { readonly [P in K]?: string }
}

export type States<K extends string> = {
  readonly field: K
  readonly initial: string
  /** From → to. The server refuses the rest with 409. */
  readonly transitions: Readonly<Record<string, readonly string[]>>
}

export type Operation = 'read' | 'create' | 'update' | 'delete'

type Definition<K extends string, A extends string, S extends Slots<K>> = {
  /** The product's addresses. */
  readonly paths: {
    readonly list: string
    readonly create?: string
    readonly show?: string
    readonly edit?: string
  }
  /** The fields that name a record, joined by a space; `otherwise` serves when they are all empty. */
  readonly label: { readonly fields: readonly K[]; readonly otherwise?: K }
  /** The field with a role: nobody shows or changes a record whose role ranks above their own. */
  readonly ranked?: K
  /** The link that says whose the record is; `uid` where it is itself the company; absent: the provider's own. */
  readonly company?: K | 'uid'
  /** The link to the user that the record is about; `uid` where it is itself the user. */
  readonly user?: K | 'uid'
  /** What a record holds that anyone may see who has the reach `published`. */
  readonly published?: Filter<K>
  /** The link to the record that this one lives in: its address is that record's, then `collection`. */
  readonly parent?: K
  /** The last part of a nested record's address; absent: the resource's name. */
  readonly collection?: string
  /** Where all are listed and made; absent: under its name, or under its parent; false: nowhere by themselves. */
  readonly flat?: string | false
  /**
   * A second name under which the collection answers, and by which the panel lists, makes, reads and deletes
   * (specification §7); references and changes keep the resource's own.
   */
  readonly callName?: string
  /** Lists that hang on a record, by the last part of their address. */
  readonly lists?: Readonly<Record<string, SubCollection<K>>>
  readonly grants: { readonly [O in Operation]?: Grant }
  readonly list: ListOptions<K>
  readonly show?: { readonly tabs: Readonly<Record<string, ShowTab<K>>> }
  /** Fields of the form in order; absent: every field that can be written. */
  readonly form?: readonly K[]
  readonly states?: States<K>
  /** `delayed`: marked deletable, swept when its day comes; `soft`: status `deleted`; absent: at once. */
  readonly removal?: 'delayed' | 'soft'
  /** Texts that answers carry beside the fields: the server makes them for the reader. */
  readonly computed?: readonly string[]
  /** What a create carries besides the form's fields. */
  readonly createDefaults?: Readonly<Record<string, string>>
  /** Columns of which every combination is counted as rows change: exact counts without count(*). */
  readonly counted?: readonly K[]
  readonly actions?: Readonly<Record<A, Action<K>>>
  readonly slots?: S
}

/** The paths that a role is offered. */
export const pathsFor = <P extends string>(limited: readonly Limited<P>[], role: Role): P[] =>
  limited.flatMap(each => (typeof each === 'string' ? [each] : each.only.includes(role) ? [each.path] : []))

/** Strict on excess properties, which inference would otherwise let through. */
type Exact<T, Shape> = T & { readonly [K in Exclude<keyof T, keyof Shape>]: never }

export type Resource = {
  readonly name: string
  readonly fields: Fields
} & Definition<string, string, Slots<string>>

/**
 * Declares an entity once: table, routes, permissions and screens are made from it.
 * @param name plural, the collection's path segment and react-admin's resource name
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
