import { registry } from '~/model/registry'

/** Groups of operations that are not those of a resource, with what they are for. */
const groups: Readonly<Record<string, string>> = {
  'sign-in': 'Sessions begin and end: passwords, passkeys, third-party sign-in, links of e-mails',
  account: 'The person who is signed in: profile, sessions, second factor, passkeys',
  files: 'Uploads (tus 1.0.0) and downloads',
  values: 'Values of a field, for choices of filters',
  maintenance: 'The outbox, search keywords, counters and the job queue, for the provider',
  server: 'Health, settings, usage, the stream of changes and this description',
}

/** Groups by the beginning of an address; the first that fits. */
const groupOfAddress = [
  ['/me/notifications', 'notifications'],
  ['/me/invitations', 'guests'],
  ['/me', 'account'],
  ['/users/me', 'account'],
  ['/login', 'sign-in'],
  ['/logout', 'sign-in'],
  ['/requestPasswordReset', 'sign-in'],
  ['/oidc', 'sign-in'],
  ['/passkeys', 'sign-in'],
  ['/onboarding', 'sign-in'],
  ['/utils', 'maintenance'],
] as const

/** The group of a route that declares none. */
export const tagOf = (address: string) =>
  groupOfAddress.find(([start]) => address === start || address.startsWith(`${start}/`))?.[1] ?? 'server'

/** Every group, as the description lists them. */
export const allTags = [
  ...Object.keys(registry).map(name => ({ name, description: `The resource ${name}` })),
  ...Object.entries(groups).map(([name, description]) => ({ name, description })),
].sort((one, other) => (one.name < other.name ? -1 : 1))

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The name of an operation, which generated clients give their functions: `GET /companies/:uid/groups` is
 * `getCompaniesByUidGroups`.
 */
export const operationIdOf = (method: string, address: string) =>
  method.toLowerCase() +
  address
    .split(/[/._-]/)
    .filter(part => part !== '')
    .map(part => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
    .join('')
