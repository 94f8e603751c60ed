import { z } from 'zod'
import { encodeAccount } from './database-settings'
import { isAddressRange } from './operation-settings'

/** RFC 9116 requires the scheme of e-mail addresses; operators omit it. */
const contact = z
  .string()
  .transform(value => (/^[^\s:@]+@[^\s:@]+$/.test(value) ? `mailto:${value}` : value))
  .pipe(z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+[\d-]+)$/i))
  .optional()

/** The contact for vulnerabilities of this installation, in the shape of `server/platform/config/config.ts`. */
export const contactSettings = {
  SECURITY_CONTACT: {
    schema: contact,
    takes: 'an e-mail address, or an address that begins with https:, mailto: or tel:',
  },
} as const

/** Firebase reserves this prefix for projects that do not exist: no real account can have a token for one. */
const isDemo = (projectId: string) => projectId.startsWith('demo-')

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(value => new URL(value).origin === value.replace(/\/$/, ''))
  .transform(value => new URL(value).origin)

/** One or more origins, separated by commas. */
export const origins = z
  .string()
  .transform(value => value.split(',').map(each => each.trim()))
  .pipe(z.array(origin).min(1))

/** Host and port, as Firebase's emulators name themselves in these variables. */
const emulatorHost = z
  .string()
  .regex(/^[\w.-]+:\d{1,5}$/)
  .optional()

const emulatorOf = (service: string) => ({
  schema: emulatorHost,
  takes: `the host and port of the ${service} emulator, such as 127.0.0.1:9099`,
})

const firebaseFlag = z
  .enum(['0', '1', 'false', 'true'])
  .default('0')
  .transform(value => value === '1' || value === 'true')

/** Settings for Firebase, in the shape of `server/platform/config/config.ts`. The emulators set some of their hosts themselves. */
export const firebaseSettings = {
  FIREBASE_PROJECT_ID: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9-]{3,29}$/)
      .optional(),
    takes: "the id of the Firebase project whose users' tokens are accepted",
  },
  FIREBASE_EMULATOR: {
    schema: firebaseFlag,
    takes: "1 (accept the emulator's unsigned tokens) or 0",
  },
  FIREBASE_ACCOUNTS: {
    schema: firebaseFlag,
    takes: "1 (the project's accounts, claims and profiles follow the users of the database) or 0",
  },
  FIREBASE_PANEL_ORIGIN: {
    schema: origins.optional(),
    takes:
      'the address of the cloud panel, such as https://my-project.web.app, or several separated by commas',
  },
  FIREBASE_STORAGE_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/)
      .optional(),
    takes: "the name of the project's bucket; files are then kept there instead of DATA_DIR/files",
  },
  FIREBASE_AUTH_EMULATOR_HOST: emulatorOf('Authentication'),
  FIREBASE_STORAGE_EMULATOR_HOST: emulatorOf('Storage'),
  FIRESTORE_EMULATOR_HOST: emulatorOf('Firestore'),
  FIREBASE_MESSAGING_HOST: emulatorOf('Cloud Messaging'),
} as const

type FirebaseSettings = {
  readonly FIREBASE_PROJECT_ID?: string | undefined
  readonly FIREBASE_EMULATOR: boolean
  readonly FIREBASE_PANEL_ORIGIN?: readonly string[] | undefined
  readonly FIREBASE_STORAGE_BUCKET?: string | undefined
  readonly FIREBASE_ACCOUNTS?: boolean
  readonly FIREBASE_AUTH_EMULATOR_HOST?: string | undefined
  readonly FIREBASE_STORAGE_EMULATOR_HOST?: string | undefined
  readonly FIRESTORE_EMULATOR_HOST?: string | undefined
  readonly FIREBASE_MESSAGING_HOST?: string | undefined
}

const emulatorHosts = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_MESSAGING_HOST',
] as const

/**
 * Validates the combination of settings; returns messages. Emulator tokens are unsigned, so anyone can forge
 * one: they are accepted only outside production, and only for a project that cannot exist.
 */
export const firebaseProblems = (settings: FirebaseSettings, nodeEnv: string | undefined): string[] => {
  const {
    FIREBASE_PROJECT_ID: project,
    FIREBASE_EMULATOR,
    FIREBASE_PANEL_ORIGIN,
    FIREBASE_STORAGE_BUCKET,
  } = settings
  const problems = [
    FIREBASE_EMULATOR &&
      nodeEnv === 'production' &&
      'FIREBASE_EMULATOR=1 is refused: NODE_ENV is production.',
    FIREBASE_EMULATOR &&
      !isDemo(project ?? '') &&
      'FIREBASE_EMULATOR=1 is refused: it takes a FIREBASE_PROJECT_ID that begins with demo-.',
    FIREBASE_PANEL_ORIGIN &&
      !project &&
      'FIREBASE_PANEL_ORIGIN is refused: it takes a FIREBASE_PROJECT_ID, whose panel that is.',
    settings.FIREBASE_ACCOUNTS &&
      !project &&
      'FIREBASE_ACCOUNTS=1 is refused: it takes a FIREBASE_PROJECT_ID, whose accounts those are.',
    FIREBASE_STORAGE_BUCKET &&
      !project &&
      'FIREBASE_STORAGE_BUCKET is refused: it takes a FIREBASE_PROJECT_ID, whose bucket that is.',
    FIREBASE_STORAGE_BUCKET &&
      FIREBASE_EMULATOR &&
      !settings.FIREBASE_STORAGE_EMULATOR_HOST &&
      'FIREBASE_STORAGE_BUCKET is refused: with FIREBASE_EMULATOR=1 it takes a FIREBASE_STORAGE_EMULATOR_HOST.',
    ...emulatorHosts.map(
      name => !FIREBASE_EMULATOR && settings[name] && `${name} is refused: it takes FIREBASE_EMULATOR=1.`,
    ),
  ]
  return problems.filter(problem => typeof problem === 'string')
}

/** The sender of e-mails: its address, and the name that readers see. */
export type Sender = { readonly name: string; readonly address: string }

const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** `Vecto <no-reply@example.com>` or an address alone; the name may hold any sign. */
export const senderIn = (text: string): Sender | undefined => {
  const [, before = '', named] = /^(.*)<([^<>]+)>$/s.exec(text.trim()) ?? []
  const address = (named ?? text).trim()
  const name = before
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('\\"', '"')
  return ADDRESS.test(address) && !/[\r\n]/.test(text.trim()) ? { name, address } : undefined
}

/** Settings for e-mail, in the shape of `server/platform/config/config.ts`. */
export const mailSettings = {
  SMTP_URL: {
    schema: z
      .string()
      .transform(encodeAccount)
      .pipe(z.url({ protocol: /^smtps?$/ }))
      .optional(),
    takes: 'a mail server: smtp://user:password@host:587 or smtps://…:465',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .refine(text => senderIn(text) !== undefined)
      .optional(),
    takes: 'the one address that e-mails come from, such as Vecto <no-reply@example.com>',
  },
} as const

/** Ports whose use of TLS is agreed upon: another scheme would wait for an answer that never comes. */
const schemes: Readonly<Record<string, string>> = { '465': 'smtps:', '587': 'smtp:', '25': 'smtp:' }

const flags = ['requireTLS', 'ignoreTLS', 'tls.rejectUnauthorized', 'pool']

/** Validates the mail server's address beyond its form; returns messages, without the password. */
export const mailProblems = ({ SMTP_URL }: { readonly SMTP_URL?: string | undefined }): string[] => {
  if (SMTP_URL === undefined) return []
  const { protocol, port, username, password, searchParams } = new URL(SMTP_URL)
  const expected = schemes[port]
  const wrong = flags.filter(name => !['true', 'false', null].includes(searchParams.get(name)))
  return [
    ...(expected && expected !== protocol
      ? [
          expected === 'smtps:'
            ? `SMTP_URL is refused: port ${port} begins with TLS; write smtps:// in place of smtp://.`
            : `SMTP_URL is refused: port ${port} begins without TLS and switches to it (STARTTLS); write smtp:// in place of smtps://.`,
        ]
      : []),
    ...((username === '') !== (password === '')
      ? [
          'SMTP_URL is refused: a user takes a password and a password a user, as in smtp://user:password@host:587; a server that needs no sign-in takes neither.',
        ]
      : []),
    ...wrong.map(name => `SMTP_URL is refused: its ${name} takes true or false.`),
  ]
}

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

const key = (length: number) =>
  z
    .string()
    .regex(new RegExp(`^[\\w-]{${length}}$`))
    .optional()

const hosts = z
  .string()
  .regex(/^[\w.-]+(,[\w.-]+)*$/)
  .transform(value => value.toLowerCase().split(','))
  .optional()

/** Settings for Web Push, in the shape of `server/platform/config/config.ts`. */
export const pushSettings = {
  PUSH_PUBLIC_KEY: {
    schema: key(87),
    takes: 'the public key that `npx web-push generate-vapid-keys` prints',
  },
  PUSH_PRIVATE_KEY: {
    schema: key(43),
    takes: 'the private key that `npx web-push generate-vapid-keys` prints',
  },
  PUSH_SERVICES: {
    schema: hosts,
    takes: 'names of hosts separated by commas: push services beside those of the browsers’ makers',
  },
} as const

type PushSettings = {
  readonly PUSH_PUBLIC_KEY?: string | undefined
  readonly PUSH_PRIVATE_KEY?: string | undefined
}

/** Validates the combination of settings; returns messages. */
export const pushProblems = ({ PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY }: PushSettings): string[] =>
  (PUSH_PUBLIC_KEY === undefined) === (PUSH_PRIVATE_KEY === undefined)
    ? []
    : ['PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are refused: each takes the other.']

/** Settings for webhooks. */
export const webhookSettings = {
  WEBHOOK_NETWORKS: {
    schema: z
      .string()
      .transform(text => text.split(',').map(part => part.trim()))
      .refine(parts => parts.every(isAddressRange))
      .default([] as string[]),
    takes:
      'internal addresses that webhooks may reach nevertheless, also without https: IP addresses or ranges separated by commas, such as 10.1.0.0/16',
  },
} as const
