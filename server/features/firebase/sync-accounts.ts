import { sql } from 'drizzle-orm'
import { type Auth, getAuth, type UserRecord } from 'firebase-admin/auth'
import { labelOf } from '~/model/access'
import { messageOf } from '~/model/errors'
import { textIn } from '~/model/objects'
import type { User } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { panelAddress } from '~/server/platform/config/config'
import { type FirebaseSettings, firebaseApp, googleHeaders } from '~/server/platform/firebase/admin'
import { deliverDue } from '~/server/platform/queue/deliver-due'
import type { Services } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import {
  accountDone,
  accountFailed,
  type ClaimedAccount,
  claimAccounts,
  openPassword,
  queueUnsyncedAccounts,
} from './account-outbox'
import { deleteProfile, type Profile, writeProfile } from './profiles'

const codeOf = (error: unknown) => textIn(error, 'code') ?? ''

/** The account, or undefined if there is none. */
const found = (search: Promise<UserRecord>) =>
  search.catch(error => {
    if (codeOf(error) === 'auth/user-not-found') return undefined
    throw error
  })

/**
 * The account of a user: the one that bears their uid, or the one that an identity provider made for their address. An
 * account with an unverified address may have been created by anyone: it is deleted.
 */
const findAccount = async (auth: Auth, { uid, email }: User) => {
  const own = await found(auth.getUser(uid))
  const named = await found(auth.getUserByEmail(email))
  if (!own && named?.emailVerified) return { own: named }
  return { own, other: named?.uid === own?.uid ? undefined : named }
}

type Facts = { readonly user: User; readonly password: string | undefined }

/** Creates or updates the account. @returns its uid */
const saveAccount = async (auth: Auth, { user, password }: Facts) => {
  const { own, other } = await findAccount(auth, user)
  if (other && !other.emailVerified) await auth.deleteUser(other.uid)
  const email = String(user.email).toLowerCase()
  const facts = {
    email,
    emailVerified: user.emailProved === true || (own?.emailVerified === true && own.email === email),
    displayName: labelOf(users, user),
    disabled: user.status === 'disabled',
    ...(password !== undefined && { password }),
  }
  const saved = own
    ? await auth.updateUser(own.uid, facts)
    : await auth.createUser({ uid: user.uid, ...facts })
  await auth.setCustomUserClaims(saved.uid, { ...saved.customClaims, role: user.role })
  return saved.uid
}

const profileOf = (user: User, { onboarding_key }: ClaimedAccount, accountUid: string): Profile => ({
  role: user.role ?? null,
  status: user.status ?? null,
  email: user.email,
  firstname: user.firstname ?? null,
  lastname: user.lastname ?? null,
  lang: user.lang ?? null,
  company: user.company ? { ref: user.company.ref, label: user.company.label } : null,
  onboardingKey: user.status === 'pending' ? onboarding_key : null,
  messageToken: user.messageToken ?? null,
  // Where the account has another uid: that of the API.
  ...(accountUid !== user.uid && { uid: user.uid }),
})

const removeAccount = async (settings: FirebaseSettings, auth: Auth, uid: string) => {
  await deleteProfile(settings, uid)
  await auth.deleteUser(uid).catch(error => {
    if (codeOf(error) !== 'auth/user-not-found') throw error
  })
}

/** Milliseconds that Firebase has to take an e-mail. */
const TIME_OUT = 15_000

/** Has Firebase send the link with which an invited user signs in, in their language. */
const sendLink = async (config: Services['config'], user: User, key: string) => {
  const { FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_PROJECT_ID } = config
  const place = 'identitytoolkit.googleapis.com/v1'
  const origin = FIREBASE_AUTH_EMULATOR_HOST
    ? `http://${FIREBASE_AUTH_EMULATOR_HOST}/${place}`
    : `https://${place}`
  const response = await fetch(`${origin}/projects/${FIREBASE_PROJECT_ID}/accounts:sendOobCode`, {
    method: 'POST',
    headers: { ...(await googleHeaders(config)), 'x-firebase-locale': user.lang ?? 'en' },
    signal: AbortSignal.timeout(TIME_OUT),
    body: JSON.stringify({
      ...{ requestType: 'EMAIL_SIGNIN', email: user.email, canHandleCodeInApp: true },
      continueUrl: `${panelAddress(config)}/onboarding/${user.uid}-${key}`,
    }),
  })
  if (!response.ok)
    throw new Error(`Firebase sent no link (${response.status}): ${(await response.text()).slice(0, 200)}`)
}

const isGone = (user: User | undefined): user is undefined => !user || user.status === 'deleted'

/** Have sign-ins been ended that Firebase does not know of yet? */
const isToRevoke = ({ ended_at, revoked_at }: ClaimedAccount) =>
  ended_at !== null && (revoked_at === null || ended_at > revoked_at)

/** Synchronises the account, the claims and the profile of a user with the database. @returns the account's uid */
const deliver = async (services: Services, claimed: ClaimedAccount): Promise<string | undefined> => {
  const { config, database, encryption } = services
  const auth = getAuth(firebaseApp(config))
  const user = await findRow(database, users, claimed.uid, 'all')
  if (isGone(user)) {
    await removeAccount(config, auth, claimed.account_uid ?? claimed.uid)
    return undefined
  }
  const accountUid = await saveAccount(auth, {
    user,
    password: openPassword(encryption, claimed.sealed_password),
  })
  await writeProfile(config, accountUid, profileOf(user, claimed, accountUid))
  if (claimed.sends_link && claimed.onboarding_key && user.status === 'pending')
    await sendLink(config, user, claimed.onboarding_key)
  if (isToRevoke(claimed)) await auth.revokeRefreshTokens(accountUid)
  return accountUid
}

/** Concurrent deliveries: Firebase limits calls of one project. */
const AT_ONCE = 4

/** Drops the key of an invitation once the user is active. */
const forgetKey = ({ database }: Services, uid: string) =>
  database.run(sql`update firebase_accounts a set onboarding_key = null from users u
    where a.user_uid = ${uid} and u.uid = a.user_uid and u.status <> 'pending' and a.onboarding_key is not null`)

/** Synchronises changed users with Firebase while this server runs: in order for each user, at least once. */
export const startAccountSync = async (services: Services) => {
  const { database, log } = services
  await queueUnsyncedAccounts(database)
  return deliverDue(services, {
    resource: users.name,
    item: 'account',
    atOnce: AT_ONCE,
    claim: most => claimAccounts(database, most),
    deliver: async claimed => {
      try {
        await accountDone(database, claimed, await deliver(services, claimed))
        await forgetKey(services, claimed.uid)
        return undefined
      } catch (error) {
        const problem = `${codeOf(error)} ${messageOf(error)}`.trim()
        log.warn({ user: claimed.uid, error: problem }, 'an account of Firebase was not synchronised')
        return accountFailed(database, claimed, problem)
      }
    },
  })
}
