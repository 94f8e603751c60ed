import { Server, type Upload } from '@tus/server'
import { sql } from 'drizzle-orm'
import { ApiError, type ErrorCode, errorStatus } from '~/model/errors'
import { newUid } from '../identity/tokens'
import type { Services } from '../services'
import { contentTypeOf } from './sniffing'
import { HashingStore } from './upload-store'

const GB = 1024 ** 3

/** tus answers with what is thrown as `{status_code, body}`. */
const refuse = (code: ErrorCode, message: string, params: Record<string, string | number> = {}) => ({
  status_code: errorStatus[code],
  body: JSON.stringify({ code, message, params }),
})

/** The last part of whatever path the sender gave, without control characters. */
const labelFrom = (upload: Upload) => {
  const given = upload.metadata?.filename ?? upload.metadata?.label ?? ''
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || 'file'
  )
}

const declaredType = (upload: Upload) => upload.metadata?.filetype ?? upload.metadata?.contentType ?? ''

type Caller = { readonly user: string }

/** Resumable uploads (tus) into the file store; each belongs to its creator until a record claims it. */
export const createUploads = (services: Services, callerOf: (request: Request) => Caller) => {
  const { config, database, files } = services
  const store = new HashingStore({ directory: files.folder })

  const create = async (request: Request, upload: Upload) => {
    await database.run(sql`insert into files (id, user_uid, label, content_type)
      values (${upload.id}, ${callerOf(request).user}, ${labelFrom(upload)}, ${declaredType(upload)})`)
    return {}
  }

  const discard = async (id: string) => {
    await database.run(sql`delete from files where id = ${id}`)
    await files.remove(id)
  }

  const finish = async (_request: Request, upload: Upload) => {
    const path = files.pathOf(upload.id)
    const contentType = await contentTypeOf(path, declaredType(upload), labelFrom(upload))
    const md5 = await store.md5(upload.id, path, upload.size ?? 0)
    const declared = upload.metadata?.md5Hash ?? upload.metadata?.checksum?.replace(/^b64-/, '')
    const refusal = !contentType
      ? refuse('wrong_file_type', `The file is not ${declaredType(upload)}`, { type: declaredType(upload) })
      : declared && declared !== md5
        ? refuse('checksum_mismatch', 'The checksum is not that of the file')
        : undefined
    if (refusal) {
      await discard(upload.id)
      throw refusal
    }
    await database.run(
      sql`update files set size = ${upload.size ?? 0}, md5 = ${md5}, content_type = ${contentType} where id = ${upload.id}`,
    )
    return {}
  }

  const server = new Server({
    path: '/parse/files',
    datastore: store,
    relativeLocation: true,
    maxSize: config.MAX_UPLOAD_GB * GB,
    namingFunction: () => newUid(),
    onUploadCreate: create,
    onUploadFinish: finish,
    allowedOrigins: () => false,
  })
  return { server, discard }
}

export type Uploads = ReturnType<typeof createUploads>

/** Nobody but its creator knows an upload. @throws ApiError not_found */
export const requireOwnUpload = async ({ database }: Services, id: string, user: string) => {
  const [row] = await database.query(sql`select 1 from files where id = ${id} and user_uid = ${user}`)
  if (!row) throw new ApiError('not_found', 'There is no such upload')
}
