import type { Resource } from './define'
import type { Field, ValueOf } from './fields'

/** Any record, by field path: links as `{ref, label}`, dates as ISO text. */
export type AnyRecord = Record<string, unknown> & { uid: string }

/** Fields of every record. */
type Stamped = 'uid' | 'createdAt' | 'updatedAt'

type Declares = Pick<Resource, 'fields'>

type ValueIn<F extends Field> = F extends {
  readonly kind: 'choice'
  readonly options: readonly (infer O extends string)[]
}
  ? O
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
    : { ref: string }
  : V

type WrittenIn<F extends Field> = Written<FieldValue<F>> | (F['kind'] extends 'date' ? Date : never) | null

/** Changes to a record of this resource: some of its fields, dates also as `Date`. */
export type ChangesOf<R extends Declares> = string extends keyof R['fields']
  ? Record<string, unknown>
  : { -readonly [P in keyof R['fields']]?: WrittenIn<R['fields'][P]> | undefined }
