import type { Fields } from '~/model/define'
import type { Field, stamps, ValueOf } from '~/model/fields'
import type { FieldValue } from '~/model/record-of'
import type { ResourceName, registry } from '~/model/registry'
import type { Selected } from '~/server/platform/database/tables'

/** `lastLoginAt` → `last_login_at`, `users.maxActive` → `users_max_active`: `snake` for types. */
type Snake<S extends string> = S extends `${infer C}${infer Rest}`
  ? `${C extends '.' ? '_' : C extends Lowercase<C> ? C : `_${Lowercase<C>}`}${Snake<Rest>}`
  : ''

/** `columnOf` for types. Passwords and links stored by their target have no column. */
type ColumnName<P extends string, F extends Field> = F['kind'] extends 'password'
  ? never
  : F extends { readonly inverse: string }
    ? never
    : F['kind'] extends 'link'
      ? `${Snake<P>}_uid`
      : F['kind'] extends 'links'
        ? `${Snake<P>}_uids`
        : Snake<P>

/** Values as node-postgres returns them, where they differ from those of the record: bigint as text. */
type DriverValues = { integer: string; date: Date; link: string; links: string[] }

type ValueIn<F extends Field> = F['kind'] extends keyof DriverValues
  ? DriverValues[F['kind']]
  : NonNullable<FieldValue<F>>

/** The column is declared `not null`: that a form requires a value does not suffice. */
type IsFilled<F extends Field> = F extends
  | { readonly kind: 'boolean' | 'links' | 'tags' }
  | { readonly kind: 'integer'; readonly default: 0 }
  ? true
  : false

type Value<F extends Field> = unknown extends ValueOf[F['kind']]
  ? unknown
  : IsFilled<F> extends true
    ? ValueIn<F>
    : ValueIn<F> | null

type Columns<F extends Fields> = {
  [P in keyof F & string as ColumnName<P, F[P]>]: P extends keyof typeof stamps ? Date : Value<F[P]>
}

/** The columns of a resource's table, as node-postgres returns them. */
export type ColumnsOf<N extends ResourceName> = { uid: string } & Columns<(typeof registry)[N]['fields']>

type Column<N extends ResourceName> = keyof ColumnsOf<N> & string

/**
 * The row of a query: columns of a resource's table, and columns selected under another name. `select uid,
 * company_uid as company from users` returns `RowOf<'users', 'uid', { company: 'company_uid' }>`.
 */
export type RowOf<
  N extends ResourceName,
  C extends Column<N>,
  A extends Readonly<Record<string, Column<N>>> = Record<never, never>,
> = Selected<ColumnsOf<N>, C, A>
