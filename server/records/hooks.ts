import type { Operation, Resource } from '~/model/define'
import type { Actor } from '~/model/grants'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import type { Language, Role } from '~/model/roles'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import type { Services } from './services'

/** A change in progress: its transaction, its actor, and callbacks for after the commit. */
export type Context = {
  readonly services: Services
  readonly tx: Database
  readonly actor: Actor
  readonly session: string
  readonly now: Date
  /** The IP address of the request; empty for changes by the server itself. */
  readonly address: string
  /** The result of the resource's `prepare`. */
  readonly prepared: Values
  /** Runs `work` after the commit. A failure there is logged; the change stands. */
  afterCommit(work: () => unknown): void
}

/** Values about to be written, by field path. */
export type Values = Record<string, unknown>

/** The user whom a response is written for. */
export type Reader = { readonly role: Role; readonly lang: Language }

/** The user who requests a change that has not begun. */
export type Caller = Pick<Context, 'services' | 'actor' | 'address'>

type ActionHook<R extends Resource> = {
  run(context: Context, record: RecordOf<R>): Promise<void>
}

/**
 * What a resource does beyond its declaration. All but `prepare` and `present` run in the transaction of the change, and
 * each may throw ApiError to refuse it.
 */
export type Hooks<R extends Resource = Resource> = {
  /** Before the transaction begins: slow work, and work that must outlast a refusal. @param uid absent on create */
  prepare?(caller: Caller, body: Values, uid?: string): Promise<Values>
  /** Keys of the body that are not fields, such as `origin`. */
  readonly extras?: readonly string[]
  /** Refuses a record that the grants allow, such as a user of higher rank. */
  authorize?(context: Pick<Context, 'actor'>, operation: Operation, record: RecordOf<R>): void
  /** Before the grants are checked: values that follow from a linked record, such as a 3D video's company. */
  fillIn?(context: Context, values: ChangesOf<R>, extras: Values): Promise<void> | void
  /** On every write: fields computed from others. */
  computeFields?(values: ChangesOf<R>): void
  beforeCreate?(context: Context, values: ChangesOf<R>, extras: Values): Promise<void> | void
  afterCreate?(context: Context, values: ChangesOf<R> & { uid: string }, extras: Values): Promise<void> | void
  beforeUpdate?(
    context: Context,
    before: RecordOf<R>,
    changes: ChangesOf<R>,
    extras: Values,
  ): Promise<void> | void
  afterUpdate?(context: Context, before: RecordOf<R>, after: RecordOf<R>): Promise<void> | void
  /** A user deletes the record, at once or with a delay. */
  beforeDelete?(context: Context, before: RecordOf<R>): Promise<void> | void
  /** Replaces the deletion, for records that are ended and kept. */
  insteadOfDelete?(context: Context, before: RecordOf<R>): Promise<RecordOf<R>>
  /** The row is removed, at once or when its delay is over. Dependents are removed here. */
  beforeRemove?(context: Context, record: RecordOf<R>): Promise<void> | void
  afterRemove?(context: Context, record: RecordOf<R>): Promise<void> | void
  /** The status that `restore` sets; absent: completed. */
  restoredStatus?(context: Context, record: RecordOf<R>): Promise<string> | string
  /** A user downloads a file of the record. */
  beforeDownload?(context: Context, record: RecordOf<R>, path: string): Promise<void>
  /** The record as the API answers it to this reader, with its computed values. */
  present?(record: RecordOf<R>, reader: Reader): Flat
  /** Actions of the definition, by name. */
  readonly actions?: Readonly<Record<string, ActionHook<R>['run']>>
}

/** For changes that a resource's hooks have nothing to do with. */
export const noHooks: Hooks = {}

/** The hooks of the resource of this name; none for most. */
export type HooksOf = (resource: string) => Hooks
