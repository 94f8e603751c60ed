import type { Upload } from '@tus/server'
import { sql } from 'drizzle-orm'
import { ApiError } from '~/model/errors'
import { isObject } from '~/model/objects'
import { newUid } from '~/server/platform/crypto/tokens'
import { detectedType, typeOfStored } from '~/server/platform/storage/content-type'
import { removeFiles } from '~/server/platform/storage/remove-files'
import type { Services } from '~/server/records/services'
import { labelFrom } from './label'
import { type TusError, TusServer } from './tus-server'
import { reserveUpload } from './upload-limits'
import { createUploadLocker } from './upload-locks'
import { HashingStore } from './upload-store'

const GB = 1024 ** 3

const labelOf = ({ metadata }: Upload) => labelFrom(metadata?.filename ?? metadata?.label ?? '')

const MEDIA_TYPE = /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*(\s*;[\x20-\x7e]*)?$/i

/** @throws ApiError 415 for a malformed content type */
export const declaredType = ({ metadata }: Pick<Upload, 'metadata'>) => {
  const given = (metadata?.filetype ?? metadata?.contentType ?? '').trim()
  if (given !== '' && !MEDIA_TYPE.test(given))
    throw new ApiError('wrong_file_type', 'The declared content type is not one', { params: { type: '' } })
  return given
}

type Caller = { readonly user: string; readonly id: string | undefined }

/** Callbacks that tus needs for a request. */
type Door = {
  callerOf(request: Request): Caller
  /** Converts an error to a response. */
  refuse(error: Error | TusError): { status_code: number; body: string }
}

/** Ends the reservation of an upload. */
const forget = ({ database }: Services, id: string) =>
  database.run(sql`delete from files where id = ${id} and owner is null`)

const discard = async (services: Services, id: string, refusal: ApiError) => {
  await forget(services, id)
  await removeFiles(services, [id])
  throw refusal
}

type Detected = Awaited<ReturnType<typeof detectedType>>

/** @returns the content type to store @throws ApiError 415 if the content is not of the declared type */
const acceptedType = (services: Services, upload: Upload, { stored, found = '' }: Detected) => {
  if (stored !== undefined) return stored
  const params = { type: declaredType(upload), found, name: labelOf(upload) }
  const refusal = new ApiError('wrong_file_type', `${params.name} is not ${params.type}`, { params })
  return discard(services, upload.id, refusal)
}

const namedAs = (upload: Upload) => ({ declared: declaredType(upload), name: labelOf(upload) })

/** Refuses a file by its beginning, so that no more of it is sent. The end of a file is checked with the whole. */
const examineBeginning = async (services: Services, upload: Upload, head: Uint8Array) => {
  if (upload.offset === upload.size) return
  await acceptedType(services, upload, await detectedType(head, namedAs(upload)))
}

/** Validates a complete upload and stores its facts. It is synced to disk before completion is reported. */
const finishUpload = async (services: Services, store: HashingStore, upload: Upload) => {
  const { id, size = 0, metadata } = upload
  const { files } = services
  const detected = await typeOfStored(files, id, namedAs(upload))
  const contentType = await acceptedType(services, upload, detected)
  const md5 = await store.md5(id, size)
  const declared = metadata?.md5Hash ?? metadata?.checksum?.replace(/^b64-/, '')
  if (declared && declared !== md5)
    return discard(services, id, new ApiError('checksum_mismatch', 'The checksum is not that of the file'))
  await files.sync(id)
  await services.database.run(sql`update files set size = ${size}, md5 = ${md5}, content_type = ${contentType}
    where id = ${id} and md5 is null and owner is null`)
}

/** Not while the file store is away: clients take "not found" as final. */
const unlessUnknown = (error: unknown) => {
  const status = isObject(error) ? error.status_code : undefined
  if (status !== 404 && status !== 410) throw error
  return undefined
}

/** Resumable uploads (tus) into the file store; each belongs to its creator until a record claims it. */
export const createUploads = (services: Services, { callerOf, refuse }: Door) => {
  const { config, files } = services
  const store = new HashingStore(files, {
    remove: id => removeFiles(services, [id]),
    forget: id => forget(services, id),
    examine: (upload, head) => examineBeginning(services, upload, head),
    count: bytes => services.metrics.uploadedBytes.inc(bytes),
  })

  const create = async (request: Request, upload: Upload) => {
    const { id, size = 0 } = upload
    const { user } = callerOf(request)
    await reserveUpload(services, {
      ...{ id, user, size },
      label: labelOf(upload),
      contentType: declaredType(upload),
    })
    return {}
  }

  const server = new TusServer({
    path: '/parse/files',
    datastore: store,
    relativeLocation: true,
    locker: createUploadLocker(services.database),
    maxSize: config.MAX_UPLOAD_GB * GB,
    namingFunction: () => newUid(),
    // The upload is identified by the route alone, whose caller was checked for it.
    getFileIdFromRequest: request => callerOf(request).id,
    onUploadCreate: create,
    onUploadFinish: async (_request, upload) => {
      await finishUpload(services, store, upload)
      return {}
    },
    onResponseError: async (_request, error) => refuse(error),
    allowedOrigins: () => false,
  })
  return {
    server,
    /** Finishes an upload whose last response was lost. @throws ApiError 404 while bytes are missing */
    complete: async (id: string) => {
      const upload = await store.getUpload(id).catch(unlessUnknown)
      if (!upload || upload.offset !== upload.size)
        throw new ApiError('not_found', 'The upload is not finished')
      await finishUpload(services, store, upload)
    },
  }
}
