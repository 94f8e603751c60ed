import type { Operation } from '~/model/define'
import type { Actor } from '~/model/grants'
import type { Language, Role } from '~/model/roles'
import type { Database } from '~/server/platform/database/database'
import type { Flat } from '~/server/platform/database/flat'
import type { Services } from './services'

/** One change being made: its transaction, its author, and what must wait until it is kept. */
export type Context = {
  readonly services: Services
  readonly tx: Database
  readonly actor: Actor
  readonly session: string
  readonly now: Date
  /** Where the request came from; empty for what the server does by itself. */
  readonly address: string
  /** What the resource's `prepare` answered. */
  readonly prepared: Values
  /** Runs after the transaction is kept; a failure there is logged, the change stands. */
  afterCommit(work: () => unknown): void
}

/** Values about to be written, by field path. */
export type Values = Record<string, unknown>

/** For whom an answer is written. */
export type Reader = { readonly role: Role; readonly lang: Language }

/** Who asks for a change that has not begun yet. */
export type Caller = Pick<Context, 'services' | 'actor' | 'address'>

/** What a resource does beyond its declaration. Each may throw ApiError to refuse. */
export type Hooks = {
  /** Before the transaction: what takes long, or must outlast a refusal. @param uid of the record, where there is one */
  prepare?(caller: Caller, body: Values, uid?: string): Promise<Values>
  /** Body keys that are no fields, such as `origin`. */
  readonly extras?: readonly string[]
  /** Refuses a record that the grants reach, such as a user of higher rank. */
  guard?(context: Pick<Context, 'actor'>, operation: Operation, record: Flat): void
  /** Sets fields that follow from others, on every write. */
  derive?(values: Values): void
  beforeCreate?(context: Context, values: Values, extras: Values): Promise<void> | void
  afterCreate?(context: Context, values: Values & { uid: string }, extras: Values): Promise<void> | void
  beforeUpdate?(context: Context, before: Flat, changes: Values, extras: Values): Promise<void> | void
  afterUpdate?(context: Context, before: Flat, after: Flat): Promise<void> | void
  /** What the record holds when it is made in another's place, such as a vecto's company. */
  place?(context: Context, values: Values, extras: Values): Promise<void> | void
  beforeDelete?(context: Context, before: Flat): Promise<void> | void
  /** Ends the record in a way of its own, instead of deleting the row. */
  remove?(context: Context, before: Flat): Promise<Flat>
  /** The row is about to go for good, at once or on its day: what hangs on it goes first. */
  beforeRemoval?(context: Context, record: Flat): Promise<void> | void
  afterRemoval?(context: Context, record: Flat): Promise<void> | void
  afterDelete?(context: Context, before: Flat): Promise<void> | void
  /** The state to which a delayed removal is taken back; absent: completed. */
  restored?(context: Context, record: Flat): Promise<string> | string
  /** A file of the record is about to be downloaded. */
  downloaded?(context: Context, record: Flat, path: string): Promise<void>
  /** The record as this reader may see it, with what answers carry beside its fields. */
  present?(record: Flat, reader: Reader): Flat
  /** Actions of the definition, by name. */
  readonly actions?: Readonly<Record<string, (context: Context, record: Flat) => Promise<void>>>
}

/** For changes that a resource's hooks have nothing to do with. */
export const noHooks: Hooks = {}

/** The hooks of the resource of this name; none for most. */
export type HooksOf = (resource: string) => Hooks
