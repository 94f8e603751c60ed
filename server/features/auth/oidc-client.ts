import * as oidc from 'openid-client'
import { ApiError } from '~/model/errors'
import { textIn } from '~/model/objects'
import type { Config } from '~/server/platform/config/config'
import type { Services } from '~/server/records/services'
import { identityIn, type ThirdPartyIdentity } from './oidc-claims'

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
