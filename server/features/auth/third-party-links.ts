import { sql } from 'drizzle-orm'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import type { ThirdPartyIdentity } from './oidc-claims'

const OIDC = 'oidc:'

type Named = Pick<ThirdPartyIdentity, 'issuer' | 'subject'>

/** The id under which accounts of a provider are stored. */
export const providerOf = ({ issuer }: Pick<Named, 'issuer'>) => OIDC + issuer

/** The user linked to an account of the provider. */
export const linkedTo = async (tx: Database, identity: Named) => {
  const [row] = await tx.query<
    TableRow<'auth_account', never, { uid: 'userId' }>
  >(sql`select "userId" as uid from auth_account
    where "providerId" = ${providerOf(identity)} and "accountId" = ${identity.subject}`)
  return row?.uid
}

/** @returns false if the user is linked to another account of the same provider */
export const linkAccount = async (tx: Database, user: string, identity: Named) => {
  const made = await tx.run(sql`insert into auth_account (id, "userId", "accountId", "providerId")
    select ${newUid()}, ${user}, ${identity.subject}, ${providerOf(identity)}
    where not exists (select 1 from auth_account where "userId" = ${user} and "providerId" = ${providerOf(identity)})`)
  return made === 1
}

/** Unlinks a user from all providers. */
export const unlinkAccounts = (tx: Database, user: string) =>
  tx.run(sql`delete from auth_account where "userId" = ${user} and "providerId" like ${`${OIDC}%`}`)
