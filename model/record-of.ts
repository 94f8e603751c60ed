import type { Resource } from './define'
import type { Field, Link, ValueOf } from './fields'
import type { Ref } from './refs'
import type { events } from './registry'
import type { companies } from './resources/companies'
import type { guests } from './resources/guests'
import type { medias } from './resources/medias'
import type { publicLinks } from './resources/public-links'
import type { sessions } from './resources/sessions'
import type { withoutPassword } from './resources/user-without-password'
import type { users } from './resources/users'
import type { vectos } from './resources/vectos'
import type { versions } from './resources/versions'
import type { videos } from './resources/videos'

/** Any record, by field path: links as `{ref, label}`, dates as ISO text. */
export type AnyRecord = Record<string, unknown> & { uid: string }

/** Fields of every record. */
type Stamped = 'uid' | 'createdAt' | 'updatedAt'

type Declares = Pick<Resource, 'fields'>

type Linking<K, T extends string> = { readonly kind: K; readonly target: T }

type ValueIn<F extends Field> = F extends {
  readonly kind: 'choice'
  readonly options: readonly (infer O extends string)[]
}
  ? O
  : F extends { readonly kind: 'choices'; readonly options: readonly (infer O extends string)[] }
    ? O[]
    : F extends Linking<'link', infer T>
      ? Link<Ref<T>>
      : F extends Linking<'links', infer T>
        ? Link<Ref<T>>[]
        : ValueOf[F['kind']]

/** The value of a field when read: null unless the field is required. */
export type FieldValue<F extends Field> = F extends { readonly required: true }
  ? ValueIn<F>
  : ValueIn<F> | null

/** A record of this resource as the server reads it, by field path (`users.total`). */
export type RecordOf<R extends Declares> = string extends keyof R['fields']
  ? AnyRecord
  : {
      [P in Stamped | keyof R['fields']]: P extends Stamped
        ? string
        : P extends keyof R['fields']
          ? FieldValue<R['fields'][P]>
          : never
    }

/** A value when written: links without their label. */
type Written<V> = V extends { ref: string; label: string }
  ? V extends { bucket: string }
    ? V
    : Pick<V, 'ref'>
  : V

type WrittenIn<F extends Field> = Written<FieldValue<F>> | (F['kind'] extends 'date' ? Date : never) | null

/** Changes to a record of this resource: some of its fields, dates also as `Date`. */
export type ChangesOf<R extends Declares> = string extends keyof R['fields']
  ? Record<string, unknown>
  : { -readonly [P in keyof R['fields']]?: WrittenIn<R['fields'][P]> | undefined }

type Head<P extends string> = P extends `${infer H}.${string}` ? H : P
type Tail<P extends string, H extends string> = P extends `${H}.${infer T}` ? T : never

/** Values by dotted path (`users.total`) as nested objects, each of which may be absent. */
type Nested<F> = {
  readonly [H in Head<keyof F & string>]?: H extends keyof F
    ? F[H]
    : Nested<{ [T in Tail<keyof F & string, H>]: `${H}.${T}` extends keyof F ? F[`${H}.${T}`] : never }>
}

/**
 * A record of this resource as the API returns it, and as the panel holds it: nested, with the panel's `id`, and without
 * the fields that its reader may not read or that were not requested.
 */
type PanelRecordOf<R extends Declares> = { readonly id: string } & Nested<RecordOf<R>>

export type Company = RecordOf<typeof companies>
export type HistoryEvent = RecordOf<typeof events>
export type Guest = RecordOf<typeof guests>
export type Media = RecordOf<typeof medias>
export type PublicLink = RecordOf<typeof publicLinks>
export type Session = RecordOf<typeof sessions>
export type User = RecordOf<typeof users>
/** A user whose password is not set with the record: an invited one, or one of a third party. */
export type UserWithoutPassword = RecordOf<typeof withoutPassword>
export type Vecto = RecordOf<typeof vectos>
export type Video = RecordOf<typeof videos>

export type PanelCompany = PanelRecordOf<typeof companies>
export type PanelEvent = PanelRecordOf<typeof events>
export type PanelMedia = PanelRecordOf<typeof medias>
export type PanelVersion = PanelRecordOf<typeof versions>
export type PanelUser = PanelRecordOf<typeof users>
export type PanelVecto = PanelRecordOf<typeof vectos>
export type PanelVideo = PanelRecordOf<typeof videos>
