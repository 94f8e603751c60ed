import { addressed, refusals } from './resource-paths'
import { answer, type Json } from './schemas'

type Line = readonly [method: string, address: string, who: string, what: string]

/** Calls that no definition generates: identity, files, value lists, maintenance. */
const lines: readonly Line[] = [
  [
    'post',
    '/login',
    'anyone',
    'Opens a session: {username | email, password, code?} to the user and its sessionToken',
  ],
  ['post', '/logout', 'signed in', 'Ends this session'],
  ['get', '/users/me', 'signed in', 'The signed-in user, their role and reach'],
  ['post', '/users/me', 'signed in', 'The same, for clients that only POST'],
  ['post', '/requestPasswordReset', 'anyone', 'Writes to a user who forgot their password: {email}'],
  ['post', '/user-invite', 'who creates users', 'Invites a user, or one invited before once more'],
  [
    'get',
    '/onboarding/:type/:hash',
    'whoever has the link',
    'Whom the link of an e-mail is for; type: invite, reset or group; hash: <uid>-<key>',
  ],
  [
    'post',
    '/onboarding/:type/:hash',
    'whoever has the link',
    'Uses it: {password, firstname, lastname, termsAgreement} or {password} to the user and a sessionToken, {} for a group',
  ],
  ['get', '/me/invitations', 'signed in', 'Pending invitations to groups'],
  [
    'post',
    '/oidc/start',
    'anyone',
    'Begins a sign-in at the identity provider: {address} to open, {flow, verifier} to keep',
  ],
  [
    'get',
    '/oidc/callback',
    'anyone',
    'Where the provider leads back to: a page that hands a code to the panel',
  ],
  ['post', '/oidc/session', 'anyone', 'Opens a session: {code, verifier} to the user and its sessionToken'],
  ['get', '/me/sessions', 'signed in', 'Where the caller is signed in'],
  ['delete', '/me/sessions', 'signed in', 'Ends all of them but this one'],
  ['delete', '/me/sessions/:uid', 'signed in', 'Ends one of them'],
  ['get', '/me/second-factor', 'signed in', 'Is it on, and how many recovery codes are left'],
  ['post', '/me/second-factor', 'signed in', 'Begins: {password} to the secret of an authenticator app'],
  ['post', '/me/second-factor/confirm', 'signed in', 'Switches it on: {code} to recovery codes'],
  ['post', '/me/second-factor/recovery-codes', 'signed in', 'New recovery codes: {password}'],
  ['delete', '/me/second-factor', 'signed in', 'Switches it off: {password}'],
  ['patch', '/me/invitations/:uid', 'signed in', 'Accepts one: {company} is the host company'],
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
  ['get', '/utils/keywords', 'root', 'Makes all search keywords again'],
  ['get', '/utils/keywords/:name', 'root', 'Makes those of one collection again'],
  ['get', '/utils/resetcounter', 'root', 'Makes all stored counters again'],
  ['get', '/utils/resetcounter/:name', 'root', 'Makes those of one collection again'],
  [
    'get',
    '/dl/*',
    'who reads the record',
    'A signed link to a file, valid for a day: <record>/<field>; ?redirect follows it',
  ],
  ['get', '/dl2/*', 'who reads the record', 'The same for a second file'],
  ['get', '/blob/:id/:name', 'whoever has the signed link', 'The file; ranges work'],
  ['post', '/files', 'who may attach files', 'Begins an upload of a known length (tus)'],
  ['options', '/files', 'anyone', 'What the uploads can do (tus)'],
  ['get', '/files/:id', 'its sender', 'The descriptor of a finished upload'],
  ['patch', '/files/:id', 'its sender', 'Sends a part (tus)'],
  ['delete', '/files/:id', 'its sender', 'Gives it up, while no record has it (tus)'],
  [
    'post',
    '/videos/job',
    'who creates videos',
    'A 360° video of two camera files: the job form to the video, pending',
  ],
  ['post', '/videos360/job', 'who creates videos', 'The same under its other name'],
  ['get', '/processing', 'staff', 'Is there a worker, what waits, and how long a million pixels takes'],
  ['get', '/utils/jobs', 'root', 'What is being made'],
  ['get', '/utils/mail', 'root', 'What waits in the outbox, what failed, and what the mail server said last'],
  ['get', '/utils/mail/check', 'root', 'Reaches the mail server now: {reachable, reason, reasonCode}'],
  [
    'post',
    '/utils/mail/test',
    'root',
    'Sends a template, saved or not, to the caller: {action, subject, content, lang} to {uid, mail, reason}',
  ],
  [
    'get',
    '/stream',
    'signed in',
    'Server-sent events of the records that the caller may read; ?missed=milliseconds and ?since=time: what is told again',
  ],
  ['get', '/config', 'anyone', 'What the panel may know before anyone signs in'],
  ['get', '/health', 'anyone', 'Ready, and what is missing'],
  ['get', '/health/live', 'anyone', 'Alive'],
  ['get', '/docs', 'anyone', 'This description'],
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
