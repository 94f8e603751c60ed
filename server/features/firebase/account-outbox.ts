import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { companies } from '~/model/resources/companies'
import { users } from '~/model/resources/users'
import type { Encryption } from '~/server/platform/crypto/secret-keys'
import type { Database } from '~/server/platform/database/database'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import type { Context, Observe, Services } from '~/server/records/context'

/**
 * The outbox of Firebase: a row for each user whose account or profile there has to follow the database. It is written in
 * the transaction of the change: `wanted` counts the changes, `done` those that are synchronised (sync-accounts.ts). A row
 * does not contain the change: the user is read when it is synchronised, so that an earlier state never overwrites a later one.
 */
type Wanted = {
  /** The new password, sealed: Firebase alone checks passwords there. */
  readonly sealedPassword?: string | undefined
  /** The key of the invitation that the panel has Firebase send. */
  readonly onboardingKey?: string | undefined
  /** Has Firebase send the link of the invitation: no panel does. */
  readonly sendsLink?: boolean
  /** Ends access: tokens of sign-ins before this change are refused, and revoked. */
  readonly ends?: boolean
}

/** What another change does to the row `a` of a user: the delay is counted from the first that waits. */
const again = sql`wanted = a.wanted + 1, next_at = now(), attempts = 0,
  requested_at = case when a.done < a.wanted then a.requested_at else now() end`

/** Queues the synchronisation of a user's account, which starts after the commit. */
export const queueAccountSync = async (
  tx: Database,
  user: string,
  { sealedPassword, onboardingKey, sendsLink = false, ends }: Wanted = {},
) => {
  const given = {
    password: sealedPassword ?? null,
    key: onboardingKey ?? null,
    ended: ends ? sql`now()` : sql`null::timestamptz`,
  }
  await tx.run(sql`insert into firebase_accounts as a (user_uid, sealed_password, onboarding_key, sends_link, ended_at)
    values (${user}, ${given.password}, ${given.key}, ${sendsLink}, ${given.ended})
    on conflict (user_uid) do update set ${again},
      sealed_password = coalesce(excluded.sealed_password, a.sealed_password),
      onboarding_key = coalesce(excluded.onboarding_key, a.onboarding_key),
      sends_link = a.sends_link or excluded.sends_link,
      ended_at = coalesce(excluded.ended_at, a.ended_at)`)
}

/** Refuses tokens of sign-ins before this change. @param isSynced whether Firebase revokes them, too */
export const endAccess = (tx: Database, user: string, isSynced: boolean) =>
  isSynced
    ? queueAccountSync(tx, user, { ends: true })
    : tx.run(sql`insert into firebase_accounts (user_uid, done, ended_at) values (${user}, 1, now())
        on conflict (user_uid) do update set ended_at = now()`)

/** Queues all users. @returns their number */
export const queueAllAccounts = (database: Database) =>
  database.run(sql`insert into firebase_accounts as a (user_uid) select uid from users
    on conflict (user_uid) do update set ${again}`)

/** Queues users without an account in Firebase: the database is older than the project. */
export const queueUnsyncedAccounts = (database: Database) =>
  database.run(sql`insert into firebase_accounts as a (user_uid) select uid from users where status <> 'deleted'
    on conflict (user_uid) do update set ${again}
      where a.account_uid is null and a.done >= a.wanted`)

/** Fields of a user that the account, the claims or the profile show. */
const shown = ['email', 'firstname', 'lastname', 'lang', 'role', 'status', 'company', 'messageToken'] as const

const differs = (before: Flat, after: Flat, keys: readonly string[]) =>
  keys.some(key => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))

/** The profiles name the company. */
const queueColleagues = (tx: Database, company: string) =>
  tx.run(sql`insert into firebase_accounts as a (user_uid) select uid from users where company_uid = ${company}
    on conflict (user_uid) do update set ${again}`)

const isUser = ({ name }: Resource) => name === users.name

/** Notes changes of users and of the names of companies, in their transaction. */
const noteChange: Observe = async ({ tx }, resource, before, after) => {
  if (isUser(resource) && (!before || differs(before, after, shown))) await queueAccountSync(tx, after.uid)
  if (resource.name === companies.name && before && differs(before, after, ['name']))
    await queueColleagues(tx, after.uid)
}

/** Observes changes for a Firebase project, if its accounts follow the database. */
export const observingAccounts = (
  observe: Observe,
  { FIREBASE_ACCOUNTS }: Pick<Services['config'], 'FIREBASE_ACCOUNTS'>,
): Observe =>
  FIREBASE_ACCOUNTS
    ? async (...change) => {
        await observe(...change)
        await noteChange(...change)
      }
    : observe

const PURPOSE = 'firebase password'

/** A password as the outbox keeps it until Firebase has it; undefined if accounts are not synchronised. */
export const sealPassword = (
  { config, encryption }: Pick<Services, 'config' | 'encryption'>,
  password: string,
) => (config.FIREBASE_ACCOUNTS ? encryption.seal(PURPOSE, password) : undefined)

export const openPassword = (encryption: Encryption, sealed: string | null) =>
  sealed === null ? undefined : (encryption.open(PURPOSE, sealed) ?? undefined)

/** Passes a changed password on to Firebase, if there is a project. @param sealed result of `sealPassword` */
export const passwordChanged = async ({ tx }: Pick<Context, 'tx'>, user: string, sealed: unknown) => {
  if (typeof sealed === 'string') await queueAccountSync(tx, user, { sealedPassword: sealed })
}

/** Has Firebase send an invited user a new link, with a key of its own. */
export const sendFirebaseLink = ({ tx }: Pick<Context, 'tx'>, user: string) =>
  queueAccountSync(tx, user, { onboardingKey: randomBytes(24).toString('hex'), sendsLink: true })

const MOST = 200

/** Keeps the key of an invitation, which the panel compares with the profile's. */
export const keepOnboardingKey = async ({ tx, services }: Context, user: string, key: unknown) => {
  if (services.config.FIREBASE_ACCOUNTS && typeof key === 'string' && key !== '' && key.length <= MOST)
    await queueAccountSync(tx, user, { onboardingKey: key })
}

export type AccountRow = TableRow<
  'firebase_accounts',
  | 'user_uid'
  | 'account_uid'
  | 'wanted'
  | 'attempts'
  | 'sealed_password'
  | 'onboarding_key'
  | 'sends_link'
  | 'ended_at'
  | 'revoked_at'
>

/** Seconds, longer than the calls of one delivery may take together. */
const LEASE = 120

/** Invitations, passwords and ends of access are synchronised first: at a first start, all users are queued before them. */
const isUrgent = sql`(onboarding_key is not null or sealed_password is not null
  or coalesce(ended_at > coalesce(revoked_at, '-infinity'), false))`

/** Claims users whose account waits, each for one server until its lease expires. */
export const claimAccounts = async (database: Database, most: number) => {
  const rows = await database.query<AccountRow>(sql`update firebase_accounts set attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${LEASE})
    where user_uid in (select user_uid from firebase_accounts
      where done < wanted and next_at <= now() and coalesce(leased_until, now()) <= now()
      order by ${isUrgent} desc, next_at limit ${most} for update skip locked)
    returning user_uid, account_uid, wanted, attempts, sealed_password, onboarding_key, sends_link, ended_at, revoked_at`)
  return rows.map(row => ({ ...row, uid: row.user_uid }))
}

export type ClaimedAccount = Awaited<ReturnType<typeof claimAccounts>>[number]

/** Records a synchronisation; changes made in the meantime stay queued. */
export const accountDone = (database: Database, claimed: ClaimedAccount, accountUid: string | undefined) =>
  database.run(sql`update firebase_accounts set done = ${claimed.wanted}, account_uid = ${accountUid ?? null},
      leased_until = null, problem = null, revoked_at = ${claimed.ended_at}, attempts = 0,
      sealed_password = nullif(sealed_password, ${claimed.sealed_password}),
      sends_link = sends_link and onboarding_key is distinct from ${claimed.onboarding_key}
    where user_uid = ${claimed.uid} and done < ${claimed.wanted}`)

/** Seconds before the next attempts; the last repeats. */
const pauses = [5, 15, 60, 300, 900] as const

/** @returns seconds until the next attempt */
export const accountFailed = async (
  database: Database,
  { uid, attempts }: ClaimedAccount,
  problem: string,
) => {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 900
  await database.run(sql`update firebase_accounts set leased_until = null, problem = ${problem.slice(0, 500)},
    next_at = now() + make_interval(secs => ${pause}) where user_uid = ${uid}`)
  return pause
}
