import type { Operation } from '~/model/define'
import type { Actor } from '~/model/grants'
import type { Database } from '../db/database'
import type { Flat } from '../db/flat'
import type { Services } from '../services'

/** One change being made: its transaction, its author, and what must wait until it is kept. */
export type Context = {
  readonly services: Services
  readonly tx: Database
  readonly actor: Actor
  readonly session: string
  readonly now: Date
  /** Runs after the transaction is kept; a failure there is logged, the change stands. */
  afterCommit(work: () => unknown): void
}

/** Values about to be written, by field path. */
export type Values = Record<string, unknown>

/** What a resource does beyond its declaration. Each may throw ApiError to refuse. */
export type Hooks = {
  /** Body keys that are no fields, such as `origin`. */
  readonly extras?: readonly string[]
  /** Refuses a record that the grants reach, such as a user of higher rank. */
  guard?(context: Pick<Context, 'actor'>, operation: Operation, record: Flat): void
  /** Sets fields that follow from others, on every write. */
  derive?(values: Values): void
  beforeCreate?(context: Context, values: Values, extras: Values): Promise<void> | void
  afterCreate?(context: Context, values: Values & { uid: string }): Promise<void> | void
  beforeUpdate?(context: Context, before: Flat, changes: Values, extras: Values): Promise<void> | void
  afterUpdate?(context: Context, before: Flat, after: Flat): Promise<void> | void
  beforeDelete?(context: Context, before: Flat): Promise<void> | void
  /** The record as the API shows it. */
  present?(services: Services, record: Flat): Flat
  /** Actions of the definition, by name. */
  readonly actions?: Readonly<Record<string, (context: Context, record: Flat) => Promise<void>>>
}
