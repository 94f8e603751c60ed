import { sql } from 'drizzle-orm'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'

/** A passkey as it is used. `credential` and `publicKey` in base64url. */
export type Passkey = {
  readonly uid: string
  readonly user: string
  readonly credential: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** A passkey as its owner reads it. `synced`: kept by an account of its maker on several devices. */
export type ListedPasskey = TableRow<
  'passkeys',
  'uid' | 'synced',
  { name: 'agent_name'; platform: 'agent_platform'; created: 'created_at'; used: 'used_at' }
>

/** The column is JSON. */
type Transports = { readonly transports: string[] }

type Stored = TableRow<
  'passkeys',
  'uid' | 'credential' | 'counter',
  { user: 'user_id'; publicKey: 'public_key' }
>

export const passkeysOf = (database: Database, user: string) =>
  database.query<ListedPasskey>(sql`select uid, agent_name as name, agent_platform as platform, synced,
    created_at as created, used_at as used from passkeys where user_id = ${user} order by created_at desc, uid`)

/** The credentials of a user, which a device must not be asked to make again. */
export const credentialsOf = (database: Database, user: string) =>
  database.query<TableRow<'passkeys', never, { id: 'credential' }> & Transports>(
    sql`select credential as id, transports from passkeys where user_id = ${user}`,
  )

export const findPasskey = async (database: Database, credential: string): Promise<Passkey | undefined> => {
  const [row] = await database.query<Stored & Transports>(
    sql`select uid, user_id as user, credential, public_key as "publicKey", counter, transports
      from passkeys where credential = ${credential}`,
  )
  return row && { ...row, counter: Number(row.counter) }
}

type NewPasskey = Omit<Passkey, 'uid'> & {
  readonly synced: boolean
  readonly agent: { readonly name: string | null; readonly platform: string | null }
}

/** @returns false if the credential is known already */
export const addPasskey = async (tx: Database, passkey: NewPasskey) => {
  const { user, credential, publicKey, counter, transports, synced, agent } = passkey
  const added = await tx.run(sql`insert into passkeys
      (uid, user_id, credential, public_key, counter, transports, synced, agent_name, agent_platform)
    values (${newUid()}, ${user}, ${credential}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}::jsonb,
      ${synced}, ${agent.name}, ${agent.platform})
    on conflict (credential) do nothing`)
  return added === 1
}

/**
 * Records a use. @param counter of the device, which only grows; 0 where it counts nothing
 * @returns false if another use with this counter, or a later one, came first
 */
export const recordPasskeyUse = async (database: Database, uid: string, counter: number, synced: boolean) =>
  (await database.run(sql`update passkeys set counter = ${counter}, synced = ${synced}, used_at = now()
    where uid = ${uid} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)) === 1

/** @param uid of one; all of the user's if absent @returns the number of removed ones */
export const removePasskeys = (tx: Database, user: string, uid?: string) =>
  tx.run(
    sql`delete from passkeys where user_id = ${user} and (${uid ?? null}::text is null or uid = ${uid ?? null})`,
  )
