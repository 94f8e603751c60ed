import { type SQL, sql } from 'drizzle-orm'
import { labelOf } from '~/model/access'
import { ApiError } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import type { RecordOf } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import type { environments } from '~/model/resources/environments'
import { versions } from '~/model/resources/versions'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { FileMissing } from '~/server/platform/storage/file-store'
import type { Context, Hooks } from '~/server/records/context'
import { descriptorOf, dropFiles, findFile } from '~/server/records/files'
import { writeEvent } from '~/server/records/history'
import { findRow } from '~/server/records/list'
import { insertRow } from '~/server/records/rows'
import type { RowOf } from '~/server/records/tables'

/** Updates the number of versions and the time of the latest. */
const countVersions = (tx: Database, environment: string) =>
  tx.run(sql`update environments e set
    versions = (select count(*) from versions v where v.environment_uid = e.uid),
    latest_version_at = (select max(created_at) from versions v where v.environment_uid = e.uid)
    where uid = ${environment}`)

/** Updates the usage counts of medias; `which` selects their uids. */
const countShares = (tx: Database, which: SQL) =>
  tx.run(sql`update medias m set
    shares = (select count(*) from shares s where s.media_uid = m.uid),
    versions = (select count(distinct version_uid) from shares s where s.media_uid = m.uid)
    where uid in (${which})`)

type Version = RecordOf<typeof versions>

/** The latest version, behind a lock that holds back a second one. @throws ApiError 409 if there is nothing to go back to */
const latestOf = async ({ tx }: Context, version: Version): Promise<Version> => {
  const environment = uidOf(version.environment?.ref ?? '')
  const [place] = await tx.query<RowOf<'environments', 'status'>>(
    sql`select status from environments where uid = ${environment} for update`,
  )
  const [last] = await tx.query<RowOf<'versions', 'uid'>>(sql`select uid from versions
    where environment_uid = ${environment} order by revision desc limit 1`)
  const latest = last && (await findRow(tx, versions, last.uid, 'all'))
  if (!latest || latest.uid === version.uid)
    throw new ApiError('latest_version', 'It is the latest version of its environment')
  if (place?.status !== 'completed')
    throw new ApiError('state', 'The environment is not complete', {
      params: { from: String(place?.status), to: 'rollBack' },
    })
  return latest
}

/** @throws ApiError 422 if the store has lost the file */
const storeAgain = async ({ files }: Context['services'], { ref, size }: FileDescriptor, to: string) => {
  const from = uidOf(ref)
  try {
    await files.share(from, to, size)
    await files.sync(to)
  } catch (error) {
    throw error instanceof FileMissing ? new ApiError('file_missing', `There is no file ${from}`) : error
  }
}

/** Stores the version's file a second time, so that the deletion of one version leaves the other's. */
const copyFile = async ({ services, tx, actor }: Context, from: FileDescriptor, owner: string) => {
  const id = newUid()
  const { label, contentType, size, md5Hash } = from
  // A copy whose change does not commit has no row, and is swept as such.
  await storeAgain(services, from, id)
  await tx.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field)
    values (${id}, ${actor.uid}, ${label}, ${contentType}, ${size}, ${md5Hash}, ${owner}, 'file')`)
  const row = await findFile(tx, id)
  return row ? descriptorOf(row) : null
}

/** The tree, the log, and the uses of medias and 3D videos that still exist. */
const copyContent = async ({ tx, actor, now }: Context, from: string, to: string) => {
  await tx.run(
    sql`update versions n set tree = o.tree, log = o.log from versions o where n.uid = ${to} and o.uid = ${from}`,
  )
  await tx.run(sql`insert into shares (uid, environment_uid, version_uid, created_by_uid, media_uid, vecto_uid, company_uid,
      created_at, updated_at)
    select ${to} || '-' || row_number() over (order by uid), environment_uid, ${to}, ${actor.uid}, media_uid, vecto_uid,
      company_uid, ${now}, ${now} from shares
    where version_uid = ${from} and (media_uid is not null or vecto_uid is not null)`)
  await countShares(tx, sql`select media_uid from shares where version_uid = ${to}`)
}

/**
 * Publishes an earlier version again, as a new one: history stays as it was. Access is copied from the latest version, so
 * that users who have lost access since do not get it back.
 * @throws ApiError 409 `latest_version`, `state`; 422 `file_missing`
 */
const rollBack = async (context: Context, version: Version) => {
  const { tx, actor, now, shownOnce } = context
  const latest = await latestOf(context, version)
  if (!version.file) throw new ApiError('file_missing', 'The version has no file')
  const uid = newUid()
  const record = {
    uid,
    environment: version.environment,
    revision: Number(latest.revision) + 1,
    company: version.company,
    createdBy: { ref: refOf('users', actor.uid) },
    size: version.size,
    status: 'completed' as const,
    accessList: latest.accessList,
    accessGroups: latest.accessGroups,
    file: await copyFile(context, version.file, `versions/${uid}`),
    createdAt: now,
    updatedAt: now,
  }
  await insertRow(tx, versions, record)
  await copyContent(context, version.uid, uid)
  await countVersions(tx, uidOf(version.environment?.ref ?? ''))
  const args = { label: labelOf(versions, record), of: version.revision }
  await writeEvent(context, versions, 'create', record, args)
  shownOnce.created = uid
}

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
