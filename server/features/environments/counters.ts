import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/server/platform/database/database'

/** Updates the number of versions and the time of the latest. */
export const countVersions = (tx: Database, environment: string) =>
  tx.run(sql`update environments e set
    versions = (select count(*) from versions v where v.environment_uid = e.uid),
    latest_version_at = (select max(created_at) from versions v where v.environment_uid = e.uid)
    where uid = ${environment}`)

/** Updates the usage counts of medias; `which` selects their uids. */
export const countShares = (tx: Database, which: SQL) =>
  tx.run(sql`update medias m set
    shares = (select count(*) from shares s where s.media_uid = m.uid),
    versions = (select count(distinct version_uid) from shares s where s.media_uid = m.uid)
    where uid in (${which})`)
