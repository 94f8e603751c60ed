import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { scopeFor } from '~/model/access'
import { invalidFields } from '~/model/errors'
import { domainsPerLink, isDomain, linkDays, linksPerVecto, normalDomain } from '~/model/public-links'
import type { ChangesOf, PublicLink, Vecto } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { publicLinks } from '~/model/resources/public-links'
import { vectos } from '~/model/resources/vectos'
import { hashPassword } from '~/server/features/auth/passwords'
import { hashToken } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import type { Flat } from '~/server/platform/database/tables'
import { applyChanges } from '~/server/records/apply'
import { type Context, type Hooks, noHooks, type Services, type Values } from '~/server/records/context'
import { checkValue } from '~/server/records/kinds'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { asServer } from '~/server/records/transaction'
import { publicUrl } from './open-public-link'

const DAY = 86_400_000

type Link = ChangesOf<typeof publicLinks>

/** The 3D video, locked: its deletion waits for the link and takes it along, or has happened. @throws ApiError 422 */
const vectoOf = async ({ tx, actor }: Context, { vecto }: Link): Promise<Vecto> => {
  if (!vecto) throw invalidFields({ vecto: 'required' })
  const found = await findRow(tx, vectos, uidOf(vecto.ref), scopeFor(vectos, 'update', actor), true)
  if (!found) throw invalidFields({ vecto: 'unknown_record' })
  return found
}

/** The end of a new link. @throws ApiError 422 */
const endOf = ({ now }: Context, { expiresAt }: Link) => {
  if (!expiresAt) return new Date(now.getTime() + linkDays.usual * DAY)
  const end = new Date(expiresAt)
  if (end <= now) throw invalidFields({ expiresAt: 'in_the_past' })
  // A day more: the end of the last day, wherever its maker is.
  if (end.getTime() > now.getTime() + (linkDays.most + 1) * DAY)
    throw invalidFields({ expiresAt: 'too_late' })
  return end
}

/** The host names in lower case, each once. @throws ApiError 422 */
const domainsOf = ({ domains }: Link) => {
  const named = [...new Set((domains ?? []).map(normalDomain))]
  if (!named.every(isDomain)) throw invalidFields({ domains: 'not_domain' })
  if (named.length > domainsPerLink) throw invalidFields({ domains: 'too_many' })
  return named
}

/** Counted under the lock of the 3D video. @throws ApiError 422 */
const requireRoom = async ({ tx }: Context, vecto: Vecto) => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from public_links where vecto_uid = ${vecto.uid}`,
  )
  if ((row?.count ?? 0) >= linksPerVecto) throw invalidFields({ name: 'too_many' })
}

const isSet = (password: unknown): password is string => typeof password === 'string' && password !== ''

/** Hashes the password before the transaction; one that validation will refuse is not hashed. */
const preparePassword = async ({ password }: Values): Promise<Values> =>
  isSet(password) && checkValue(password, publicLinks.fields.password) === undefined
    ? { passwordHash: await hashPassword(password) }
    : {}

/** A link whose date has passed is ended, also before the task that writes it down has run. */
const isOver = ({ status, expiresAt }: Flat) =>
  status === 'active' && typeof expiresAt === 'string' && new Date(expiresAt) <= databaseTime()

export const publicLinkHooks: Hooks<typeof publicLinks> = {
  extras: ['company'],

  prepare: (_caller, body) => preparePassword(body),

  fillIn: async (context, values) => {
    const vecto = await vectoOf(context, values)
    values.company = vecto.company
    if (vecto.status !== 'completed' || !vecto.lowFile) throw invalidFields({ vecto: 'not_now' })
    await requireRoom(context, vecto)
  },

  beforeCreate: (context, values) => {
    const { passwordHash } = context.prepared
    values.expiresAt = endOf(context, values)
    values.domains = domainsOf(values)
    values.hasPassword = isSet(values.password)
    values.passwordHash = typeof passwordHash === 'string' && values.hasPassword ? passwordHash : null
    const secret = randomBytes(32).toString('base64url')
    values.secretHash = hashToken(secret)
    context.shownOnce.url = secret
  },

  afterCreate: ({ services, shownOnce }, { uid }) => {
    shownOnce.url = publicUrl(services.config, uid, String(shownOnce.url))
  },

  actions: {
    revoke: async (context, link) => {
      await applyChanges(context, publicLinks, link, { status: 'revoked' })
    },
  },

  present: record => ({
    ...record,
    url: null,
    ...(isOver(record) && { status: 'ended' }),
    ...('seconds' in record && { seconds: Math.round(Number(record.seconds ?? 0)) }),
  }),
}

const end = (services: Services, uid: string) =>
  asServer(services, async context => {
    const link: PublicLink | undefined = await findRow(context.tx, publicLinks, uid, 'all', true)
    if (link?.status === 'active')
      await applyChanges(context, publicLinks, link, { status: 'ended' }, { hooks: noHooks })
  })

/** Writes down that the date of a link has passed, for lists and the history. */
export const endPublicLinks = async (services: Services) => {
  const over = await services.database.query<RowOf<'public_links', 'uid'>>(
    sql`select uid from public_links where status = 'active' and expires_at <= now() limit 1000`,
  )
  for (const { uid } of over) await end(services, uid)
}
