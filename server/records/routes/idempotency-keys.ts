import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { Services } from '~/server/records/services'
import { actorOf } from './access'

/** Hours for which a repeated creation is answered with the first response; documented in docs/automation.md. */
export const KEY_HOURS = 24

const LENGTH = 255
const PURPOSE = 'idempotency key'

/** The header as the description of the API shows it; `keyOf` validates it. */
export const creationHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .max(LENGTH)
    .optional()
    .meta({
      description: `Chosen by the client, one for each record that it means to create. The same request with the same key within ${KEY_HOURS} hours gets the first response, and creates nothing.`,
    }),
})

/** `fingerprints`: of the request and of the rights that its response was written for, by each of the server's keys. */
export type Keyed = { readonly user: string; readonly key: string; readonly fingerprints: readonly string[] }

/** The draft of the standard puts the key in quotes; many clients send it without. */
const unquoted = (header: string) => /^"(.*)"$/.exec(header)?.[1] ?? header

/** Fields of bodies whose values no fingerprint is made of. */
const secrets = ['password', 'oldPassword', 'code', '_SessionToken']

/**
 * Keyed with the server's secret, and made without passwords: who reads the database tries no guesses on it. A key that the
 * server has replaced is still known.
 */
const fingerprintsOf = ({ encryption }: Pick<Services, 'encryption'>, request: FastifyRequest) => {
  const { role, company } = actorOf(request)
  const facts = [request.method, request.url.split('?')[0], role, company, request.body]
  const text = JSON.stringify(facts, (key, value) => (secrets.includes(key) ? null : value))
  return encryption.hashes(PURPOSE, text)
}

/** @throws ApiError 400 for a key that is empty, too long or not printable ASCII */
export const keyOf = (services: Pick<Services, 'encryption'>, request: FastifyRequest): Keyed | undefined => {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = unquoted(String(header))
  if (key === '' || key.length > LENGTH || !/^[\x20-\x7e]+$/.test(key))
    throw new ApiError('idempotency_key', `An Idempotency-Key has 1 to ${LENGTH} printable ASCII characters`)
  return { user: actorOf(request).uid, key, fingerprints: fingerprintsOf(services, request) }
}

type Stored = TableRow<'idempotency_keys', 'fingerprint' | 'answer'>

/**
 * The response to the first request with this key, if one was completed.
 * @throws ApiError 422 if that was another request
 */
export const findAnswer = async (
  { encryption }: Pick<Services, 'encryption'>,
  database: Database,
  { user, key, fingerprints }: Keyed,
): Promise<object | undefined> => {
  const [stored] = await database.query<Stored>(sql`select fingerprint, answer from idempotency_keys
    where user_uid = ${user} and key = ${key} and created_at > now() - make_interval(hours => ${KEY_HOURS})`)
  if (!stored) return undefined
  const answer = fingerprints.includes(stored.fingerprint) && encryption.open(PURPOSE, stored.answer)
  if (!answer) throw new ApiError('idempotency_reused', 'This Idempotency-Key was used for another request')
  return JSON.parse(answer)
}

/**
 * Reserves the key until the transaction ends.
 * @throws ApiError 409 while another request with it is at work
 */
export const lockKey = async (tx: Database, { user, key }: Keyed) => {
  const [lock] = await tx.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${user} ${key}`}, 0)) as locked`,
  )
  if (!lock?.locked)
    throw new ApiError('idempotency_running', 'A request with this Idempotency-Key is at work', {
      retryAfter: 1,
    })
}

/** Encrypted, since a response may hold what is shown once, such as the secret of a token. */
export const storeAnswer = (
  { encryption }: Pick<Services, 'encryption'>,
  tx: Database,
  { user, key, fingerprints: [fingerprint] }: Keyed,
  answer: object,
) =>
  tx.run(sql`insert into idempotency_keys as k (user_uid, key, fingerprint, answer)
    values (${user}, ${key}, ${fingerprint}, ${encryption.seal(PURPOSE, JSON.stringify(answer))})
    on conflict (user_uid, key) do update
      set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`)

export const deleteExpiredAnswers = (database: Database) =>
  database.run(
    sql`delete from idempotency_keys where created_at <= now() - make_interval(hours => ${KEY_HOURS})`,
  )
