import type { User } from '~/model/record-types'
import { users } from '~/model/resources/users'
import { raiseCredentialVersion } from '~/server/features/auth/credential-version'
import { markPasskeys } from '~/server/features/auth/passkeys/add-passkey'
import { removePasskeys } from '~/server/features/auth/passkeys/passkey-store'
import { disableSecondFactor } from '~/server/features/auth/second-factor'
import { unlinkAccounts } from '~/server/features/auth/third-party-links'
import { reportAccountChange } from '~/server/features/security-events/security-events'
import { type Context, noHooks } from '~/server/records/hooks'
import { applyChanges } from '~/server/records/writing/update-record'

const endSessions = async ({ tx, services, afterCommit }: Context, uid: string) => {
  await services.sessions.endAll(tx, uid)
  afterCommit(() => services.sessions.forget())
}

/** For a user who lost their authenticator app; called by a user who may change them. */
export const dropSecondFactor = async (context: Context, record: User) => {
  await raiseCredentialVersion(context.tx, record.uid)
  await disableSecondFactor(context.tx, record.uid)
  await applyChanges(context, users, record, { secondFactor: false }, { hooks: noHooks })
  await reportAccountChange(context, record, 'secondFactorOff')
}

/** For a user whose device is in other hands: it is signed out, and signs in no more. */
export const dropPasskeys = async (context: Context, record: User) => {
  await endSessions(context, record.uid)
  await removePasskeys(context.tx, record.uid)
  await markPasskeys(context, record, false)
  await reportAccountChange(context, record, 'passkeyRemoved')
}

/** For an account that was reassigned or recreated: the next sign-in links the account that it comes from. */
export const dropThirdParty = async (context: Context, record: User) => {
  await endSessions(context, record.uid)
  await unlinkAccounts(context.tx, record.uid)
  await applyChanges(context, users, record, { thirdParty: false }, { hooks: noHooks })
  await reportAccountChange(context, record, 'thirdPartyUnlinked')
}
