import * as oidc from 'openid-client'
import { ApiError } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import type { Services } from '~/server/records/services'
import { identityIn, type ThirdPartyIdentity } from './oidc-claims'

/** How long what the provider said of itself is believed, in milliseconds. */
const FRESH = 3_600_000
/** Seconds that it may take to answer. */
const PATIENCE = 10

/** What must be remembered between leaving for the provider and coming back. */
export type Flow = {
  readonly state: string
  readonly nonce: string
  /** PKCE's. */
  readonly verifier: string
  readonly redirectUri: string
}

/** In the body where the provider takes it there, else in the header, which every provider must take. */
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
    // Signatures are checked, although the token comes from the provider itself.
    execute: [
      oidc.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  })

/** The provider, asked about itself when it is needed and not before; a failure is not remembered. */
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

/** No answer, or none that makes sense; as against an answer that does not prove who somebody is. */
const isDown = (error: unknown) => {
  const { code } = error as { code?: string }
  return (
    (error instanceof TypeError && error.message === 'fetch failed') ||
    ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code ?? '')
  )
}

const down = () =>
  new ApiError('third_party_down', 'The identity provider does not answer', { retryAfter: 30 })
const refused = () => new ApiError('third_party_refused', 'The identity provider did not confirm the sign-in')

const claimsFrom = async (provider: oidc.Configuration, search: string, flow: Flow) => {
  const tokens = await oidc.authorizationCodeGrant(provider, new URL(flow.redirectUri + search), {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw refused()
  const asks = claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
  return asks
    ? { ...claims, ...(await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)) }
    : claims
}

/** Sign-in at the provider that the settings name: authorization code, PKCE, state and nonce. Undefined where they name none. */
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
    /** @returns the provider's address to go to @throws ApiError third_party_down */
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
    /** Reads what the provider sent along. @throws ApiError third_party_down, third_party_refused */
    finish: async (search: string, flow: Flow): Promise<ThirdPartyIdentity> => {
      try {
        return identityIn(
          issuer.href,
          await claimsFrom(await provider(), search, flow),
          config.OIDC_TRUST_EMAIL,
        )
      } catch (error) {
        throw failing(isDown(error) ? down() : refused(), error)
      }
    },
  }
}

export type Oidc = NonNullable<ReturnType<typeof createOidc>>
