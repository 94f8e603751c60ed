import { type SQL, sql } from 'drizzle-orm'
import type { RecordOf } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import type { environments } from '~/model/resources/environments'
import type { versions } from '~/model/resources/versions'
import type { TableRow } from '~/server/platform/database/tables'
import { dropFiles } from '~/server/records/attachments/attachments'
import type { Context, Hooks } from '~/server/records/hooks'
import type { RowOf } from '~/server/records/tables/row-of'
import { countShares, countVersions } from './counters'
import { rollBack } from './roll-back'

const has = async ({ tx }: Context, statement: SQL) => (await tx.query(statement)).length > 0

/** Deletes shares and updates the usage counts of their medias. */
const dropShares = async ({ tx }: Context, which: SQL) => {
  const gone = await tx.query<RowOf<'shares', 'media_uid'>>(
    sql`delete from shares where ${which} returning media_uid`,
  )
  await countShares(tx, sql`select unnest(${sql.param(gone.map(row => row.media_uid))}::text[])`)
}

const environmentOf = ({ environment }: RecordOf<typeof versions>) => uidOf(environment?.ref ?? '')

export const environmentHooks: Hooks<typeof environments> = {
  restoredStatus: async (context, { uid }) =>
    (await has(
      context,
      sql`select 1 from versions where environment_uid = ${uid} and status = 'completed' limit 1`,
    ))
      ? 'completed'
      : 'pending',

  // Removes the files of its versions with it, and counts what they no longer use.
  beforeRemove: async (context, { uid }) => {
    const { tx } = context
    const files = await tx.query<TableRow<'files', 'id'>>(sql`select f.id from files f
      join versions v on f.owner = 'versions/' || v.uid where v.environment_uid = ${uid}`)
    await dropFiles(
      context,
      files.map(({ id }) => id),
    )
    await dropShares(context, sql`environment_uid = ${uid}`)
  },
}

export const versionHooks: Hooks<typeof versions> = {
  restoredStatus: (_context, version) => (version.file ? 'completed' : 'pending'),

  beforeRemove: (context, { uid }) => dropShares(context, sql`version_uid = ${uid}`),

  afterRemove: async ({ tx }, version) => void (await countVersions(tx, environmentOf(version))),

  actions: { rollBack },
}
