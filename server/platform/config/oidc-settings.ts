import { z } from 'zod'

const isLoopback = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(value => value.startsWith('https:') || isLoopback(new URL(value)))

/** Settings for third-party sign-in (OpenID Connect), in the shape of `server/platform/config/config.ts`. */
export const oidcSettings = {
  OIDC_ISSUER: {
    schema: issuer.optional(),
    takes: 'the https address of an OpenID Connect provider, such as https://accounts.google.com',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().min(1).optional(),
    takes: 'the id under which the provider knows this server',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).optional(),
    takes: 'the secret that the provider gave; none for a public client',
  },
  OIDC_SCOPES: {
    schema: z
      .string()
      .default('openid email profile')
      .refine(value => value.split(' ').includes('openid')),
    takes: 'scopes separated by spaces, openid among them',
  },
  OIDC_EMAIL_CLAIM: {
    schema: z
      .string()
      .regex(/^[\w:/.-]{1,100}$/)
      .default('email'),
    takes: 'the name of the claim that holds the address, such as email, upn or preferred_username',
  },
  OIDC_TRUST_EMAIL: {
    schema: z
      .enum(['0', '1'])
      .transform(value => value === '1')
      .default(false),
    takes: '1 (addresses are verified, though the provider does not say so) or 0',
  },
} as const

type OidcSettings = {
  readonly OIDC_ISSUER?: string | undefined
  readonly OIDC_CLIENT_ID?: string | undefined
  readonly OIDC_CLIENT_SECRET?: string | undefined
}

/**
 * Validates the combination of settings; returns messages. The issuer and the client id require each other;
 * the secret requires both.
 */
export const oidcProblems = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: OidcSettings): string[] => {
  if (OIDC_ISSUER && !OIDC_CLIENT_ID)
    return ['OIDC_ISSUER is refused: it takes an OIDC_CLIENT_ID, the id that the provider gave this server.']
  if (!OIDC_ISSUER && OIDC_CLIENT_ID)
    return ['OIDC_CLIENT_ID is refused: it takes an OIDC_ISSUER, the address of the provider.']
  return !OIDC_ISSUER && OIDC_CLIENT_SECRET
    ? ['OIDC_CLIENT_SECRET is refused: it takes an OIDC_ISSUER and an OIDC_CLIENT_ID.']
    : []
}
