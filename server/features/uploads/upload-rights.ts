import { sql } from 'drizzle-orm'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { canEver, type Grant } from '~/model/grants'
import { registry } from '~/model/registry'
import { type Role, roles } from '~/model/roles'
import { findFile } from '~/server/records/attachments/attachments'
import type { Services } from '~/server/records/services'

const takesFiles = ({ fields }: Resource) =>
  Object.values(fields).some(({ kind, readOnly }) => kind === 'file' && !readOnly)

const mayAttach = (role: Role) =>
  Object.values<Resource>(registry).some(
    resource =>
      takesFiles(resource) &&
      (canEver(resource.grants.create, role) || canEver(resource.grants.update, role)),
  )

/** Roles that may create or update a record with a file field may upload files. */
export const uploadGrant: Grant = Object.fromEntries(
  roles.filter(mayAttach).map(role => [role, 'self' as const]),
)

const noUpload = () => new ApiError('not_found', 'There is no such upload')

/**
 * An upload of this user, complete or not. Uploads of other users are treated as unknown.
 * @throws ApiError 404
 */
export const ownUpload = async ({ database }: Services, id: string, user: string) => {
  const row = await findFile(database, id)
  if (row?.user_uid !== user) throw noUpload()
  return row
}

/**
 * An upload that is not attached to a record; attached files are immutable.
 * @throws ApiError 404, 409 `file_attached`
 */
export const openUpload = async (services: Services, id: string, user: string) => {
  const row = await ownUpload(services, id, user)
  if (row.owner !== null) throw new ApiError('file_attached', 'A record has this file: it cannot be changed')
  return row
}

/**
 * Cancels an upload. If a form attaches it concurrently, only one of the two succeeds.
 * @throws ApiError 404, 409
 */
export const withdrawUpload = async (services: Services, id: string, user: string) => {
  await openUpload(services, id, user)
  const gone = await services.database.run(
    sql`delete from files where id = ${id} and user_uid = ${user} and owner is null`,
  )
  if (gone === 0) throw new ApiError('file_attached', 'A record has this file: it cannot be changed')
}
