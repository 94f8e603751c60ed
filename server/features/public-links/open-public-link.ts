import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { allows } from '~/model/access'
import { ApiError } from '~/model/errors'
import { watchPath } from '~/model/public-links'
import type { Vecto } from '~/model/record-of'
import { vectos } from '~/model/resources/vectos'
import { checkHash } from '~/server/features/auth/passwords'
import { principalOfUser } from '~/server/features/sessions/sessions'
import { type Config, panelAddress } from '~/server/platform/config/config'
import { hashToken, recordTokens } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import { attemptsOf, type Limit } from '~/server/platform/http/rate-limits'
import type { Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'

/** The uid of the link, by which it is found, and its secret. */
const tokens = recordTokens('')

/** The address of the page behind a link. */
export const publicUrl = (
  config: Pick<Config, 'PUBLIC_URL' | 'PORT' | 'FIREBASE_PANEL_ORIGIN'>,
  uid: string,
  secret: string,
) => `${panelAddress(config)}${watchPath(tokens.write(uid, secret))}`

type Row = RowOf<
  'public_links',
  'uid' | 'domains',
  {
    hash: 'secret_hash'
    password: 'password_hash'
    by: 'created_by_uid'
    vecto: 'vecto_uid'
    until: 'expires_at'
  }
>

/** A link that works. `password`: the hash of its password; null: it needs none. */
export type OpenLink = {
  readonly uid: string
  readonly domains: readonly string[]
  readonly password: string | null
  readonly until: Date
  readonly vecto: Vecto
}

const isSecret = (secret: string, hash: string) => {
  const [given, stored] = [Buffer.from(hashToken(secret)), Buffer.from(hash)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}

const rowOf = async (database: Database, uid: string) => {
  const [row] =
    await database.prepared<Row>(sql`select uid, domains, secret_hash as hash, password_hash as password,
      created_by_uid as "by", vecto_uid as vecto, expires_at as until
    from public_links where uid = ${uid} and status = 'active' and expires_at > now()`)
  return row && isFilled(row, 'hash', 'by', 'vecto', 'until') ? row : undefined
}

/** A renamed 3D video stays watchable. */
const shown: readonly unknown[] = ['completed', 'renaming']

/**
 * Finds the link of a token: active, before its end, of a completed 3D video, made by a user who is active and may still change
 * it. Rights are read at each request: a link ends with the right to create it.
 */
export const findPublicLink = async (database: Database, token: string): Promise<OpenLink | undefined> => {
  const named = tokens.read(token)
  const row = named && (await rowOf(database, named.uid))
  if (!row || !isSecret(named.secret, row.hash)) return undefined
  const vecto = await findRow(database, vectos, row.vecto, 'all')
  if (!vecto?.lowFile || !shown.includes(vecto.status)) return undefined
  const maker = await principalOfUser(database, row.by)
  if (!maker?.active || !allows(vectos, 'update', maker.principal.actor, vecto)) return undefined
  return { uid: row.uid, domains: row.domains, password: row.password, until: row.until, vecto }
}

const unknown = () => new ApiError('not_found', 'There is no such public link')

/**
 * Opens the link of a token. Wrong tokens are limited by network address.
 * @throws ApiError 404 for any link that does not work, whatever the reason; 429 after too many
 */
export const openPublicLink = async (
  { database, rateLimits }: Pick<Services, 'database' | 'rateLimits'>,
  token: string,
  address: string,
): Promise<OpenLink> => {
  const attempt: readonly Limit[] = [['links', address]]
  await rateLimits.count(attempt, 'Too many wrong links')
  const link = await findPublicLink(database, token)
  if (!link) throw unknown()
  await rateLimits.giveBack(attempt)
  return link
}

/**
 * Checks the password of a link. Failures are limited by link and by network address, as those of sign-ins; a success resets
 * neither, since many people use the same link.
 * @throws ApiError 404 wrong_password; 429
 */
export const checkLinkPassword = async (
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { uid, password: hash }: OpenLink,
  password: string,
  address: string,
) => {
  if (hash === null) return
  const attempts = attemptsOf(`public_links/${uid}`, address)
  await rateLimits.count(attempts, 'Too many wrong passwords')
  if (!(await checkHash(password, hash))) throw new ApiError('wrong_password', 'Wrong password')
  await rateLimits.giveBack(attempts)
}
