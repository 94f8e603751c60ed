import type { FastifyBaseLogger } from 'fastify'
import type { Operation, Resource } from '~/model/define'
import type { Actor, Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import type { ChangesOf, RecordOf } from '~/model/record-of'
import type { TokenAccess } from '~/model/resources/tokens'
import type { Config } from '~/server/platform/config/config'
import type { Encryption } from '~/server/platform/crypto/secret-keys'
import type { LinkSigner } from '~/server/platform/crypto/signed-links'
import type { Database } from '~/server/platform/database/database'
import type { Reading } from '~/server/platform/database/standby'
import type { Flat } from '~/server/platform/database/tables'
import type { DiskSpace } from '~/server/platform/disk/disk-space'
import type { Draining } from '~/server/platform/http/draining'
import type { RateLimits } from '~/server/platform/http/rate-limits'
import type { Images } from '~/server/platform/images/images'
import type { Metrics } from '~/server/platform/metrics/metrics'
import type { Background } from '~/server/platform/process/concurrency'
import type { Queue } from '~/server/platform/queue/queue'
import type { Changes } from '~/server/platform/realtime/changes'
import type { Push } from '~/server/platform/realtime/push'
import type { SnapshotStates } from '~/server/platform/snapshots/snapshots'
import type { FileStore } from '~/server/platform/storage/file-store'

/** The authenticated identity of a request. */
export type Principal = {
  readonly session: string
  readonly actor: Actor
  readonly lang: Language
  /** The API token that made the request; absent: a person. */
  readonly token?: { readonly name: string; readonly access: TokenAccess }
  /** The actor is invited, and has proved their address: they may activate their account, and nothing else. */
  readonly pending?: true
  /** The sign-in with Firebase: the way in, such as `password`, and its time in seconds since 1970. */
  readonly firebase?: { readonly provider: string; readonly since: number }
  /** The user who sees the panel as the actor; absent: the actor acts in person. */
  readonly view?: { readonly by: Actor; readonly until: Date }
}

/**
 * Begin the ids of sessions that are not stored, and are found again by their tokens. That of a Firebase session ends with
 * the user's uid there and the time of sign-in.
 */
export const FIREBASE = 'firebase:'
export const TOKEN = 'token:'
export const VIEW = 'view:'

/** The uid of Firebase in the id of a session there, `firebase:<uid>:<time of sign-in>`. */
export const firebaseUidIn = (session: string) => session.slice(FIREBASE.length, session.lastIndexOf(':'))

export const isFirebaseSession = (session: string) => session.startsWith(FIREBASE)
export const isApiToken = (session: string) => session.startsWith(TOKEN)
export const isStoredSession = (session: string) =>
  ![FIREBASE, TOKEN, VIEW].some(start => session.startsWith(start))

/** The sessions of signed-in users. */
export type Sessions = {
  /**
   * Resolves a session token; undefined if the session has ended.
   * @throws ApiError `second_factor` for a Firebase session whose user must give a code first
   */
  find(token: string): Promise<Principal | undefined>
  /** Resolves an ID token of Firebase, whether or not its user has given a code. */
  ofFirebase?(token: string): Promise<Principal | undefined>
  /**
   * @param version of the credentials, read before they were checked
   * @returns the token, which the server does not store; undefined if the user is not active, or their credentials have
   * changed since
   */
  start(
    user: string,
    version: string,
    client: { readonly agent: string | undefined; readonly address: string },
  ): Promise<string | undefined>
  end(session: string): Promise<void>
  /**
   * Ends a user's sessions in the transaction of the change that causes it, and raises their credential version, so that
   * credentials that were checked before start no session. Call `forget` afterwards.
   */
  endAll(tx: Database, user: string, except?: string): Promise<number>
  /** Clears the cache of sessions in use. */
  forget(): void
}

/** Shared services of the server, created once at startup. */
export type Services = {
  readonly config: Config
  readonly database: Database
  /** Reads lists, on a standby if possible. */
  readonly reading: Reading
  readonly files: FileStore
  readonly metrics: Metrics
  readonly disk: DiskSpace
  readonly draining: Draining
  readonly snapshots: SnapshotStates
  readonly images: Images
  readonly links: LinkSigner
  readonly encryption: Encryption
  readonly sessions: Sessions
  readonly rateLimits: RateLimits
  readonly background: Background
  readonly queue: Queue
  readonly changes: Changes
  readonly push: Push
  readonly hooksOf: HooksOf
  /** Called on every record change, within its transaction. */
  readonly observe: Observe
  readonly log: FastifyBaseLogger
}

/** A change in progress: its transaction, its actor, and callbacks for after the commit. */
export type Context = {
  readonly services: Services
  readonly tx: Database
  readonly actor: Actor
  readonly session: string
  /** See `Principal`. */
  readonly pending?: true
  readonly now: Date
  /** The IP address of the request; empty for changes by the server itself. */
  readonly address: string
  /** The browser or API token of the request, in words; empty for changes by the server itself. */
  readonly agent: string
  /** The result of the resource's `prepare`, and the squares of pictures (`drawSquares`). */
  readonly prepared: Values
  /** Sessions and API tokens that this change ends: its own may be among them. */
  readonly endedSessions: Set<string>
  /** Values for the response to this change alone, such as a new token's secret. Never stored. */
  readonly shownOnce: Values
  /** Runs `work` after the commit. A failure there is logged; the change stands. */
  afterCommit(work: () => unknown): void
}

/** Values about to be written, by field path. */
export type Values = Record<string, unknown>

/** The user who reads a response. */
export type Reader = {
  readonly role: Role
  readonly lang: Language
  /** Role of the user who sees the panel as this reader: fields that it may not read are left out. */
  readonly limit?: Role
}

/** The user who requests a change that has not begun. */
export type Caller = Pick<Context, 'services' | 'actor' | 'address'>

type ActionHook<R extends Resource> = {
  run(context: Context, record: RecordOf<R>): Promise<void>
}

/** Rows of a table that depend on a record by this column. */
export type Belonging = { readonly table: string; readonly column: string }

/**
 * Behavior of a resource beyond its definition. All hooks but `prepare` and `present` run in the transaction
 * of the change. Each may throw ApiError to reject it.
 */
export type Hooks<R extends Resource = Resource> = {
  /**
   * Runs before the transaction begins: slow work, and work that must persist after a rejection.
   * @param uid absent on create
   */
  prepare?(caller: Caller, body: Values, uid?: string): Promise<Values>
  /** Keys of the body that are not fields, such as `origin`. */
  readonly extras?: readonly string[]
  /** Rejects a record that the grants allow, such as a user of higher rank. */
  authorize?(context: Pick<Context, 'actor'>, operation: Operation, record: RecordOf<R>): void
  /**
   * Before the grants are checked: sets values derived from a linked record, such as a 3D video's company.
   */
  fillIn?(context: Context, values: ChangesOf<R>, extras: Values): Promise<void> | void
  /** Computes fields from others on every write. */
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
  /** Replaces the update that a pending user makes of their own record. */
  activate?(context: Context, before: RecordOf<R>, body: Values): Promise<RecordOf<R>>
  /** Runs when a user deletes the record, immediately or with a delay. */
  beforeDelete?(context: Context, before: RecordOf<R>): Promise<void> | void
  /** Replaces the deletion for records that are ended but not removed. */
  insteadOfDelete?(context: Context, before: RecordOf<R>): Promise<RecordOf<R>>
  /** Runs when the row is removed, immediately or at the end of the delay. Removes dependents. */
  beforeRemove?(context: Context, record: RecordOf<R>): Promise<void> | void
  afterRemove?(context: Context, record: RecordOf<R>): Promise<void> | void
  /** Dependent rows that are deleted with the record and stored in the trash for its return; referenced tables come first. */
  readonly belongings?: readonly Belonging[]
  /** Runs before a record returns from the trash. Rejects one whose place is taken. */
  beforeReturn?(context: Context, record: RecordOf<R>): Promise<void> | void
  /** Runs when a row is back from the trash: undoes what `afterRemove` did. Marked records have `afterUpdate`. */
  afterReturn?(context: Context, record: RecordOf<R>): Promise<void> | void
  /** The status that `restore` sets; default: completed. */
  restoredStatus?(context: Context, record: RecordOf<R>): Promise<string> | string
  /** Runs when a user downloads a file of the record. */
  beforeDownload?(context: Context, record: RecordOf<R>, path: string): Promise<void>
  /** The API representation of the record for this reader, with computed values. */
  present?(record: RecordOf<R>, reader: Reader): Flat
  /** Actions of the definition, by name. */
  readonly actions?: Readonly<Record<string, ActionHook<R>['run']>>
}

/** No hooks, for changes that must bypass those of a resource. */
export const noHooks: Hooks = {}

/** Looks up the hooks of a resource by name. Most resources have none. */
export type HooksOf = (resource: string) => Hooks

/** Follows the changes of all resources. @param before undefined for a record that is created */
export type Observe = (
  context: Context,
  resource: Resource,
  before: Flat | undefined,
  after: Flat,
) => Promise<void>
