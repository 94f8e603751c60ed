import { sql } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { labelOf } from '~/model/access'
import { isEmailAddress, normalAddress } from '~/model/addresses'
import { ApiError } from '~/model/errors'
import { isRole, type Role, ranksAbove } from '~/model/grants'
import { type Language, languages } from '~/model/languages'
import { textIn } from '~/model/objects'
import { refOf } from '~/model/refs'
import { withoutPassword } from '~/model/resources/user-without-password'
import { users } from '~/model/resources/users'
import { cut, normalName } from '~/model/text'
import { revokeKey } from '~/server/features/one-time-links/open-link'
import { proveAddress } from '~/server/features/one-time-links/proved-addresses'
import type { Config } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { applyChanges } from '~/server/records/apply'
import { createRecord } from '~/server/records/change'
import { type Context, noHooks, type Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { RowOf } from '~/server/records/tables'
import { ensureAccount } from './passwords'

/** An identity that a provider has proved. */
export type ThirdPartyIdentity = {
  /** The provider, and its permanent id of the person. */
  readonly issuer: string
  readonly subject: string
  /** The address as stored, or the reason why it is not trusted. */
  readonly email: { readonly address: string } | { readonly problem: 'email_missing' | 'email_unverified' }
  readonly firstname: string
  readonly lastname: string
  readonly lang: Language
}

type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown) =>
  typeof value === 'string' ? cut(normalName(cut(value, 200)).trim(), 80) : ''

/** Whether the words are in capitals, as family names are in many directories. */
const isCapital = (words: string) => /\p{Lu}{2}/u.test(words) && words === words.toUpperCase()

/** `DUPONT, Jean`, `DE LA TOUR Jean`, `Jean Dupont`. */
const splitName = (name: string) => {
  const [family, given] = name.split(/\s*,\s*/, 2)
  if (family && given) return { firstname: given, lastname: family }
  const words = name.split(/\s+/)
  const capitals = words.findIndex(word => !isCapital(word))
  const at = capitals > 0 ? capitals : 1
  const [first, second] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return capitals > 0 ? { firstname: second, lastname: first } : { firstname: first, lastname: second }
}

/** Given and family name; falls back to splitting the full name. */
const namesIn = ({ given_name: given, family_name: family, name }: Claims) =>
  text(given) || text(family) ? { firstname: text(given), lastname: text(family) } : splitName(text(name))

/** Some providers send booleans as strings. */
const isTrue = (value: unknown) => value === true || value === 'true'

type Settings = {
  readonly issuer: string
  /** The claim with the address: `OIDC_EMAIL_CLAIM`. */
  readonly emailClaim: string
  /** Whether an address without a verification claim counts as verified: `OIDC_TRUST_EMAIL`. */
  readonly trusted: boolean
}

/** `email_verified` is about the claim `email` alone. */
const isVouched = ({ email_verified: verified }: Claims, { emailClaim, trusted }: Settings) =>
  emailClaim === 'email' && verified !== undefined ? isTrue(verified) : trusted

/** An address, or why there is none. */
const emailIn = (claims: Claims, settings: Settings): ThirdPartyIdentity['email'] => {
  const claim = claims[settings.emailClaim]
  const address = typeof claim === 'string' ? normalAddress(claim) : ''
  if (!isEmailAddress(address)) return { problem: 'email_missing' }
  return isVouched(claims, settings) ? { address } : { problem: 'email_unverified' }
}

/** The identity in the claims of a provider; names and language are those that it knows. */
export const identityIn = (claims: Claims & { sub: string }, settings: Settings): ThirdPartyIdentity => ({
  issuer: settings.issuer,
  subject: claims.sub,
  email: emailIn(claims, settings),
  ...namesIn(claims),
  lang: languages.find(lang => text(claims.locale).toLowerCase().split(/[-_]/)[0] === lang) ?? languages[0],
})

/** Lifetime of the cached provider metadata in milliseconds. */
const FRESH = 3_600_000
/** Timeout of provider requests in seconds. */
const PATIENCE = 10

/** State kept between the redirect to the provider and the callback. */
export type Flow = {
  readonly state: string
  readonly nonce: string
  /** The PKCE code verifier. */
  readonly verifier: string
  readonly redirectUri: string
}

/** Sends the client secret in the body if supported, else in the header, which every provider supports. */
const clientAuth = (secret: string | undefined): oidc.ClientAuth => {
  if (secret === undefined) return oidc.None()
  const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...given) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
      server,
      ...given,
    )
}

const discover = (issuer: URL, { OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET }: Config) =>
  oidc.discovery(issuer, OIDC_CLIENT_ID, undefined, clientAuth(OIDC_CLIENT_SECRET), {
    timeout: PATIENCE,
    // Verify signatures, although the token comes directly from the provider.
    execute: [
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  })

/** Discovers the provider on first use and caches the result. A failure is not cached. */
const providerAt = (issuer: URL, config: Config) => {
  let known: { at: number; provider: Promise<oidc.Configuration> } | undefined
  return () => {
    if (known && Date.now() - known.at < FRESH) return known.provider
    const provider = discover(issuer, config)
    known = { at: Date.now(), provider }
    provider.catch(() => {
      known = undefined
    })
    return provider
  }
}

/** True if there is no response or an unusable one, as opposed to one that does not prove an identity. */
const isDown = (error: unknown) => {
  const code = textIn(error, 'code')
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code ?? '')
  )
}

const down = () =>
  new ApiError('third_party_down', 'The identity provider does not answer', { retryAfter: 30 })
const refused = () => new ApiError('third_party_refused', 'The identity provider did not confirm the sign-in')

const claimsFrom = async (provider: oidc.Configuration, search: string, flow: Flow, emailClaim: string) => {
  const tokens = await oidc.authorizationCodeGrant(provider, new URL(flow.redirectUri + search), {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw refused()
  const asks = claims[emailClaim] === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
  return asks
    ? { ...claims, ...(await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
    : claims
}

/** Sign-in at the configured provider: authorization code, PKCE, state, nonce. Undefined if there is none. */
export const createOidc = ({ config, log }: Pick<Services, 'config' | 'log'>) => {
  if (!config.OIDC_ISSUER) return undefined
  const issuer = new URL(config.OIDC_ISSUER)
  const provider = providerAt(issuer, config)
  const failing = (said: ApiError, error: unknown) => {
    log.warn(
      { error: String(error), cause: String((error instanceof Error && error.cause) || '') },
      'third-party sign-in',
    )
    return error instanceof ApiError ? error : said
  }
  return {
    /** @returns the provider's authorization URL and the flow @throws ApiError third_party_down */
    begin: async (redirectUri: string): Promise<{ address: string; flow: Flow }> => {
      const found = await provider().catch(error => Promise.reject(failing(down(), error)))
      const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
      const address = oidc.buildAuthorizationUrl(found, {
        redirect_uri: redirectUri,
        scope: config.OIDC_SCOPES,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { address: address.href, flow: { state, nonce, verifier, redirectUri } }
    },
    /** Completes the flow from the callback query. @throws ApiError third_party_down, third_party_refused */
    finish: async (search: string, flow: Flow): Promise<ThirdPartyIdentity> => {
      try {
        const { OIDC_EMAIL_CLAIM: emailClaim, OIDC_TRUST_EMAIL: trusted } = config
        const claims = await claimsFrom(await provider(), search, flow, emailClaim)
        const identity = identityIn(claims, { issuer: issuer.href, emailClaim, trusted })
        if ('problem' in identity.email)
          log.warn(
            { problem: identity.email.problem, claim: emailClaim, claims: Object.keys(claims) },
            'third-party sign-in: the provider proves no address',
          )
        return identity
      } catch (error) {
        throw failing(isDown(error) ? down() : refused(), error)
      }
    },
  }
}

export type Oidc = NonNullable<ReturnType<typeof createOidc>>

const OIDC = 'oidc:'

type Named = Pick<ThirdPartyIdentity, 'issuer' | 'subject'>

/** The id under which accounts of a provider are stored. */
const providerOf = ({ issuer }: Pick<Named, 'issuer'>) => OIDC + issuer

/** The user linked to an account of the provider. */
const linkedTo = async (tx: Database, identity: Named) => {
  const [row] = await tx.query<
    TableRow<'auth_account', never, { uid: 'userId' }>
  >(sql`select "userId" as uid from auth_account
    where "providerId" = ${providerOf(identity)} and "accountId" = ${identity.subject}`)
  return row?.uid
}

/** @returns false if the user is linked to another account of the same provider */
const linkAccount = async (tx: Database, user: string, identity: Named) => {
  const made = await tx.run(sql`insert into auth_account (id, "userId", "accountId", "providerId")
    select ${newUid()}, ${user}, ${identity.subject}, ${providerOf(identity)}
    where not exists (select 1 from auth_account where "userId" = ${user} and "providerId" = ${providerOf(identity)})`)
  return made === 1
}

/** Unlinks a user from all providers. */
export const unlinkAccounts = (tx: Database, user: string) =>
  tx.run(sql`delete from auth_account where "userId" = ${user} and "providerId" like ${`${OIDC}%`}`)

type ResolvedIdentity = { readonly uid: string; readonly isNew: boolean }

type Known = RowOf<'users', 'uid' | 'status' | 'role'>

/** Maximum role that is assigned by address alone, regardless of the company's default role. */
const MOST: Role = 'manager'

const closed = () => new ApiError('account_closed', 'This account is closed')

/** All users with this address; at most one of them is not deleted. */
const withEmail = async ({ tx }: Context, email: string) =>
  tx.query<Known>(sql`select uid, status, role from users where lower(email) = ${email}
    order by status = 'deleted'`)

/** The company with this domain, if there is exactly one. */
const companyOf = async ({ tx, services }: Context, email: string) => {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const found = await tx.query<RowOf<'companies', 'uid' | 'role'>>(
    sql`select uid, role from companies where lower(trim(auth_fqdn)) = ${domain}`,
  )
  if (found.length > 1)
    services.log.warn({ domain }, 'third-party sign-in: several companies have this domain')
  return found.length === 1 ? found[0] : undefined
}

const create = async (context: Context, email: string, { firstname, lastname, lang }: ThirdPartyIdentity) => {
  const company = await companyOf(context, email)
  if (!company) throw new ApiError('user_not_found', 'User not found')
  if (!isRole(company.role)) throw new ApiError('no_role', 'The company gives new users no role')
  const role = ranksAbove(company.role, MOST) ? MOST : company.role
  const names = { ...(firstname && { firstname }), ...(lastname && { lastname }) }
  const body = { ...names, email, role, lang, company: { ref: refOf('companies', company.uid) } }
  return createRecord(context, withoutPassword, body)
}

/**
 * Activates an invited user who signs in at the provider instead of by the link. The provider has verified
 * the address that the link was sent to.
 */
const activate = async (context: Context, uid: string, { firstname, lastname }: ThirdPartyIdentity) => {
  const before = await findRow(context.tx, users, uid, 'all', true)
  if (!before) throw closed()
  await revokeKey(context.tx, 'invite', uid)
  await applyChanges(context, users, before, {
    status: 'active',
    firstname: before.firstname || firstname || null,
    lastname: before.lastname || lastname || null,
  })
}

/** Links a user to the provider's account. An existing link to another account of that provider is kept. */
const link = async (context: Context, uid: string, identity: ThirdPartyIdentity) => {
  const record = await findRow(context.tx, users, uid, 'all', true)
  if (!record) throw closed()
  await ensureAccount(context.tx, { uid, email: String(record.email), name: labelOf(users, record) })
  if (!(await linkAccount(context.tx, uid, identity)))
    throw new ApiError('other_account', 'This user signs in with another account of the provider')
  if (!record.thirdParty) await applyChanges(context, users, record, { thirdParty: true }, { hooks: noHooks })
}

const arriveByEmail = async (context: Context, identity: ThirdPartyIdentity): Promise<ResolvedIdentity> => {
  if ('problem' in identity.email)
    throw new ApiError(identity.email.problem, 'The provider proves no address of this person')
  const { address: email } = identity.email
  const [known] = await withEmail(context, email)
  if (known && known.status !== 'active' && known.status !== 'pending') throw closed()
  if (known?.status === 'pending') await activate(context, known.uid, identity)
  const uid = known?.uid ?? (await create(context, email, identity)).uid
  await link(context, uid, identity)
  await proveAddress(context.tx, uid)
  return { uid, isNew: known === undefined }
}

/**
 * Resolves an identity: the linked user, else the user with its address, else a new user of the company whose
 * domain the address has. Runs as the server, in a transaction.
 * @throws ApiError user_not_found, account_closed, email_missing, email_unverified, other_account, no_role, quota
 */
export const resolveIdentity = async (
  context: Context,
  identity: ThirdPartyIdentity,
): Promise<ResolvedIdentity> => {
  // Serialize concurrent sign-ins of the same identity.
  const turn = `${providerOf(identity)} ${identity.subject}`
  await context.tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`)
  const tied = await linkedTo(context.tx, identity)
  const arrival = tied ? { uid: tied, isNew: false } : await arriveByEmail(context, identity)
  const [user] = await context.tx.query<Known>(
    sql`select uid, status, role from users where uid = ${arrival.uid}`,
  )
  if (user?.status !== 'active') throw closed()
  if (!user.role) throw new ApiError('no_role', 'This user has no role')
  return arrival
}
