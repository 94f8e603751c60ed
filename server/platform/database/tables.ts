import type { AnyRecord } from '~/model/record-of'

export type Flat = AnyRecord

/** Values of columns as node-postgres returns them: bigint as text. */
type Values = {
  text: string
  uuid: string
  bigint: string
  integer: number
  'double precision': number
  boolean: boolean
  date: Date
  timestamptz: Date
  jsonb: unknown
  'text[]': string[]
}

type Type = keyof Values

/**
 * The tables that belong to no resource, with the types of their columns; one with a question mark may be null. The migrations
 * create them, and a test compares. Those of resources follow from the definitions.
 */
export const tables = {
  migrations: { name: 'text', at: 'timestamptz?' },
  counts: { resource: 'text', dims: 'text[]', n: 'bigint' },
  total_counts: { resource: 'text', n: 'bigint' },
  totals: { resource: 'text', barrier: 'bigint?', ready: 'boolean' },
  frequent_words: {
    ...{ resource: 'text', word: 'text', noted_at: 'timestamptz', barrier: 'bigint?', ready: 'boolean' },
  },
  word_counts: { resource: 'text', word: 'text', dims: 'text[]', n: 'bigint' },
  auth_user: {
    ...{ id: 'text', name: 'text', email: 'text', emailVerified: 'boolean', image: 'text?' },
    ...{ createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  },
  auth_session: {
    ...{ id: 'text', userId: 'text', token: 'text', expiresAt: 'timestamptz', ipAddress: 'text?' },
    ...{ userAgent: 'text?', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  },
  auth_account: {
    ...{ id: 'text', userId: 'text', accountId: 'text', providerId: 'text', password: 'text?' },
    ...{ accessToken: 'text?', refreshToken: 'text?', idToken: 'text?', scope: 'text?' },
    ...{ accessTokenExpiresAt: 'timestamptz?', refreshTokenExpiresAt: 'timestamptz?' },
    ...{ createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  },
  auth_verification: {
    ...{ id: 'text', identifier: 'text', value: 'text', expiresAt: 'timestamptz' },
    ...{ createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  },
  /**
   * Uploads, and the files of records (`owner`, `field`). Size and checksum are null until the upload is complete. `source` is
   * the object of the store that it was copied from, with its generation.
   */
  files: {
    ...{ id: 'text', user_uid: 'text', label: 'text', content_type: 'text', size: 'bigint?' },
    ...{ md5: 'text?', owner: 'text?', field: 'text?', created_at: 'timestamptz', source: 'text?' },
  },
  file_removals: { id: 'text', deleted_at: 'timestamptz' },
  workers: {
    ...{ name: 'text', os: 'text', missing: 'text[]', places: 'integer', busy: 'integer' },
    ...{ started_at: 'timestamptz', beat_at: 'timestamptz', instance: 'text?' },
  },
  making: {
    ...{ subject: 'text', kind: 'text', job: 'uuid', company_uid: 'text?', label: 'text', token: 'text?' },
    ...{ worker: 'text?', os: 'text?', attempts: 'integer', errors: 'integer', created_at: 'timestamptz' },
    ...{
      started_at: 'timestamptz?',
      beat_at: 'timestamptz?',
      progress: 'jsonb?',
      reached: 'double precision',
    },
  },
  /** The segments of a long 3D video; `stereo` and `low` are the ids of their files, once they are made. */
  segments: {
    ...{ vecto_uid: 'text', part: 'integer', first_frame: 'integer', frames: 'integer', stereo: 'text?' },
    ...{ low: 'text?', engine: 'jsonb?', quality: 'jsonb?', log: 'text?' },
  },
  engine_speeds: { mode: 'text', seconds: 'double precision', megapixels: 'double precision' },
  second_factors: { user_id: 'text', secret: 'text', on_since: 'timestamptz?', last_step: 'bigint' },
  recovery_codes: { user_id: 'text', hash: 'text' },
  rate_limits: { key: 'text', points: 'integer', expire: 'bigint?' },
  backup_holds: { id: 'text', until: 'timestamptz' },
  upload_locks: { id: 'text', holder: 'text', until: 'timestamptz', wanted: 'boolean' },
  task_runs: { name: 'text', began_at: 'timestamptz' },
  usage_days: {
    ...{ day: 'date', company_uid: 'text', users_total: 'bigint', users_purchased: 'bigint' },
    ...{ users_active: 'bigint', users_max_active: 'bigint', seconds_used: 'bigint' },
    ...{ seconds_purchased: 'bigint', sessions: 'bigint', bytes: 'bigint?' },
  },
  /** Views and watch time of a 3D video on a UTC day. */
  playback_days: { vecto_uid: 'text', day: 'date', views: 'bigint', seconds: 'double precision' },
  /** Views under way, through a public link or in the panel. They are forgotten after a day. */
  playbacks: {
    ...{ id_hash: 'text', vecto_uid: 'text', link_uid: 'text?' },
    ...{ begun_at: 'timestamptz', beat_at: 'timestamptz' },
  },
  passkeys: {
    ...{ uid: 'text', user_id: 'text', credential: 'text', public_key: 'text', counter: 'bigint' },
    ...{ transports: 'jsonb', synced: 'boolean', agent_name: 'text?', agent_platform: 'text?' },
    ...{ created_at: 'timestamptz', used_at: 'timestamptz?' },
  },
  /** The synchronisation of users with Firebase: changes (`wanted`), and those that are synchronised (`done`). */
  firebase_accounts: {
    ...{
      user_uid: 'text',
      account_uid: 'text?',
      wanted: 'bigint',
      done: 'bigint',
      requested_at: 'timestamptz',
    },
    ...{ next_at: 'timestamptz', leased_until: 'timestamptz?', attempts: 'integer', problem: 'text?' },
    ...{ sealed_password: 'text?', onboarding_key: 'text?', sends_link: 'boolean', ended_at: 'timestamptz?' },
    ...{ revoked_at: 'timestamptz?' },
  },
  checklist_dismissals: { user_uid: 'text', step: 'text' },
  idempotency_keys: {
    ...{ user_uid: 'text', key: 'text', fingerprint: 'text', answer: 'text', created_at: 'timestamptz' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Type | `${Type}?`>>>>

type ValueOf<T> = T extends `${infer U extends Type}?` ? Values[U] | null : T extends Type ? Values[T] : never

type ColumnsOf<N extends keyof typeof tables> = {
  -readonly [C in keyof (typeof tables)[N]]: ValueOf<(typeof tables)[N][C]>
}

/** Columns of a row, and columns that a query selects under another name: `{ company: 'company_uid' }`. */
export type Selected<
  T,
  C extends keyof T,
  A extends Readonly<Record<string, keyof T>> = Record<never, never>,
> = { [P in C | keyof A]: T[P extends keyof A ? A[P] : P & C] }

/** The row of a query on a table that belongs to no resource: all of its columns, or some; see `Selected`. */
export type TableRow<
  N extends keyof typeof tables,
  C extends keyof ColumnsOf<N> = keyof ColumnsOf<N>,
  A extends Readonly<Record<string, keyof ColumnsOf<N>>> = Record<never, never>,
> = Selected<ColumnsOf<N>, C, A>
