import { addressed, refusals } from './resource-paths'
import { answer, type Json } from './schemas'

type Line = readonly [method: string, address: string, who: string, what: string]

/** Calls that no definition generates: identity, files, value lists, maintenance. */
const lines: readonly Line[] = [
  [
    'post',
    '/login',
    'anyone',
    'Signs in: {username | email, password, code?}; responds with the user and a sessionToken',
  ],
  ['post', '/logout', 'signed in', 'Ends this session'],
  ['get', '/users/me', 'signed in', 'The signed-in user, with role and scopes'],
  ['post', '/users/me', 'signed in', 'Same as GET, for clients that only use POST'],
  ['post', '/requestPasswordReset', 'anyone', 'Sends a password reset link: {email}'],
  ['post', '/user-invite', 'who creates users', 'Invites a user, or sends the invitation again'],
  [
    'get',
    '/onboarding/:type/:hash',
    'holder of the link',
    'The user or group of a one-time link; type: invite, reset or group; hash: <uid>-<key>',
  ],
  [
    'post',
    '/onboarding/:type/:hash',
    'whoever has the link',
    'Completes it: {password, firstname, lastname, termsAgreement} or {password}; responds with the user and a sessionToken. {} for a group',
  ],
  ['get', '/me/invitations', 'signed in', 'Pending invitations to groups'],
  [
    'post',
    '/oidc/start',
    'anyone',
    'Starts a sign-in at the identity provider; responds with the {address} to open and {flow, verifier} to keep',
  ],
  [
    'get',
    '/oidc/callback',
    'anyone',
    'Callback of the identity provider: a page that passes a code to the panel',
  ],
  [
    'post',
    '/oidc/session',
    'anyone',
    'Signs in: {code, verifier}; responds with the user and a sessionToken',
  ],
  ['get', '/me/sessions', 'signed in', 'Sessions of the caller'],
  ['delete', '/me/sessions', 'signed in', 'Ends all other sessions of the caller'],
  ['delete', '/me/sessions/:uid', 'signed in', 'Ends a session of the caller'],
  [
    'get',
    '/me/second-factor',
    'signed in',
    'Whether the second factor is on, and the number of recovery codes left',
  ],
  [
    'post',
    '/me/second-factor',
    'signed in',
    'Starts enrolment: {password}; responds with the secret for an authenticator app',
  ],
  [
    'post',
    '/me/second-factor/confirm',
    'signed in',
    'Enables the second factor: {code}; responds with recovery codes',
  ],
  ['post', '/me/second-factor/recovery-codes', 'signed in', 'Replaces the recovery codes: {password}'],
  ['delete', '/me/second-factor', 'signed in', 'Disables the second factor: {password}'],
  ['patch', '/me/invitations/:uid', 'signed in', 'Accepts an invitation: {company} is the host company'],
  [
    'get',
    '/companies/:uid/stakeholders/enhanced',
    'who reads the company',
    'extras, managedCompanies, guestGroups',
  ],
  [
    'get',
    '/values/:collection',
    'signed in',
    'Keys and labels: companies, roles, languages, groups, templatesActions',
  ],
  ['get', '/utils/keywords', 'root', 'Rebuilds all search keywords'],
  ['get', '/utils/keywords/:name', 'root', 'Rebuilds the search keywords of a collection'],
  ['get', '/utils/resetcounter', 'root', 'Recounts all stored counters'],
  ['get', '/utils/resetcounter/:name', 'root', 'Recounts the stored counters of a collection'],
  [
    'get',
    '/dl/*',
    'who reads the record',
    'A signed link to a file, valid for a day: <record>/<field>; ?redirect follows it',
  ],
  ['get', '/dl2/*', 'who reads the record', 'Same as /dl, for a second file'],
  ['get', '/blob/:id/:name', 'holder of the signed link', 'The file; supports range requests'],
  ['post', '/files', 'who may attach files', 'Creates an upload of known length (tus)'],
  ['options', '/files', 'anyone', 'Supported upload features (tus)'],
  ['get', '/files/:id', 'its sender', 'The descriptor of a finished upload'],
  ['patch', '/files/:id', 'its sender', 'Sends a part (tus)'],
  ['delete', '/files/:id', 'its sender', 'Cancels an upload that is not attached to a record (tus)'],
  [
    'post',
    '/videos/job',
    'who creates videos',
    'Creates a 360° video from two camera files: the job form; responds with the pending video',
  ],
  ['post', '/videos360/job', 'who creates videos', 'Same as POST /videos/job'],
  [
    'get',
    '/processing',
    'staff',
    'Availability of workers, number of queued jobs, and time per million pixels',
  ],
  ['get', '/utils/jobs', 'root', 'Running and queued jobs'],
  ['get', '/utils/mail', 'root', 'Waiting and failed e-mails, and the last response of the mail server'],
  ['get', '/utils/mail/check', 'root', 'Connects to the mail server: {reachable, reason, reasonCode}'],
  [
    'post',
    '/utils/mail/test',
    'root',
    'Sends a template, saved or not, to the caller: {action, subject, content, lang}; responds with {uid, mail, reason}',
  ],
  [
    'get',
    '/stream',
    'signed in',
    'Server-sent events of the records that the caller may read; ?missed=milliseconds and ?since=time request a replay',
  ],
  ['get', '/config', 'anyone', 'Public configuration of the panel'],
  ['get', '/health', 'anyone', 'Readiness, and missing components'],
  ['get', '/health/live', 'anyone', 'Liveness'],
  ['get', '/docs', 'anyone', 'This API description'],
]

const byAddress = new Map<string, Line[]>()
for (const line of lines) byAddress.set(line[1], [...(byAddress.get(line[1]) ?? []), line])

export const otherPaths: readonly Json[] = [...byAddress].map(([address, calls]) =>
  addressed(
    address,
    calls.map(([method, , who, what]) => ({
      method,
      operation: { summary: what, description: who, responses: { '200': answer(what, {}), ...refusals } },
    })),
  ),
)
