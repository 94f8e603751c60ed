import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Lock, type Locker, type RequestRelease, Server, type Upload } from '@tus/server'
import { sql } from 'drizzle-orm'
import { ApiError, type ErrorCode } from '~/model/errors'
import { isObject } from '~/model/objects'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { TableRow } from '~/server/platform/database/tables'
import { errorBody, toApiError } from '~/server/platform/http/errors'
import { detectedType, typeOfStored } from '~/server/platform/storage/local-files'
import { removeFiles } from '~/server/platform/storage/removal'
import type { Services } from '~/server/records/context'
import {
  discardFile,
  forgetFile,
  GB,
  labelFrom,
  requireMediaType,
  requireSize,
  reserveFile,
  wrongType,
} from '~/server/records/reserved-files'
import { HashingStore } from './upload-store'

/** Errors thrown by tus. */
type TusError = { readonly status_code?: number; readonly body?: string }

/** Maps status codes of tus to API error codes. */
const ofTus: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_offset',
  410: 'not_found',
  413: 'too_large',
  423: 'upload_offset',
  500: 'server_error',
}

const codeOf = (status: number): ErrorCode => ofTus[status] ?? 'invalid_body'

/** The API error for anything that is thrown while an upload is handled. */
export const uploadError = (error: Error | TusError) =>
  'status_code' in error && error.status_code !== undefined
    ? new ApiError(codeOf(error.status_code), String(error.body).trim())
    : toApiError(error)

type Writing = Parameters<Server['write']>
type Written = ReturnType<Server['write']>

const inFormat = (status: number, body: string) =>
  body.startsWith('{') ? body : JSON.stringify(errorBody(new ApiError(codeOf(status), body.trim())))

/** tus sends refusals as plain text, some in its own words; here each has the format of the API. */
class TusServer extends Server {
  override write(...[context, headers, status, body = '']: Writing): Written {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    if (status === 503) headers.set('Retry-After', '5')
    return super.write(context, headers, status, inFormat(status, body))
  }
}

/** Seconds after which the lock of a killed server is free. */
const LEASE_SECONDS = 15
/** Intervals in milliseconds: renewing a lock, trying to get one, and giving up. */
const RENEW = 2000
const RETRY = 100
const PATIENCE = 30_000

const until = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** Takes the lock if it is free. */
const take = async (database: Database, id: string, holder: string) => {
  const [taken] = await database.query(sql`insert into upload_locks as l (id, holder, until)
    values (${id}, ${holder}, ${until})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until, wanted = false
    where l.until <= now() returning id`)
  return taken !== undefined
}

const renew = async (database: Database, id: string, holder: string) => {
  const [held] = await database.query<TableRow<'upload_locks', 'wanted'>>(
    sql`update upload_locks set until = ${until} where id = ${id} and holder = ${holder} returning wanted`,
  )
  return held
}

/**
 * Renews a lock, and calls `release` once another request waits for it or the lease is lost, also while a renewal is
 * unanswered.
 */
const keep = (database: Database, id: string, holder: string, release: RequestRelease) => {
  let renewedAt = Date.now()
  let isRenewing = false
  const isLost = () => Date.now() - renewedAt > LEASE_SECONDS * 1000 - RENEW
  const beat = async () => {
    if (isLost()) return release()
    if (isRenewing) return
    isRenewing = true
    const askedAt = Date.now()
    try {
      const held = await renew(database, id, holder)
      renewedAt = askedAt
      if (!held || held.wanted) await release()
    } finally {
      isRenewing = false
    }
  }
  // A renewal that fails is tried again by the next one.
  const timer = setInterval(() => void beat().catch(() => undefined), RENEW).unref()
  return () => clearInterval(timer)
}

/**
 * Serializes the requests that write an upload, among all servers of the database. A waiting request makes its
 * predecessor end, whose connection is probably lost; the bytes that it stored stay.
 */
export const createUploadLocker = (database: Database): Locker => {
  /** Locks of this process, which end without delay. */
  const held = new Map<string, RequestRelease>()

  const wait = async (id: string) => {
    await held.get(id)?.()
    await database.run(sql`update upload_locks set wanted = true where id = ${id} and not wanted`)
    await sleep(RETRY)
  }
  const newLock = (id: string): Lock => {
    const holder = newUid()
    let rest = () => {}
    return {
      lock: async (signal, release) => {
        const deadline = Date.now() + PATIENCE
        while (!(await take(database, id, holder))) {
          if (signal.aborted || Date.now() > deadline)
            throw new ApiError('unavailable', 'Another request writes this upload', { retryAfter: 5 })
          await wait(id)
        }
        held.set(id, release)
        rest = keep(database, id, holder, release)
      },
      unlock: async () => {
        rest()
        held.delete(id)
        // If the database is unavailable, the lock expires.
        await database
          .run(sql`delete from upload_locks where id = ${id} and holder = ${holder}`)
          .catch(() => undefined)
      },
    }
  }
  return { newLock }
}

const labelOf = ({ metadata }: Upload) => labelFrom(metadata?.filename ?? metadata?.label ?? '')

/** @throws ApiError 415 for a malformed content type */
export const declaredType = ({ metadata }: Pick<Upload, 'metadata'>) =>
  requireMediaType((metadata?.filetype ?? metadata?.contentType ?? '').trim())

/** The user of a request, and the upload of its route: its rights to it were checked. */
export type Caller = {
  readonly user: string
  readonly id: string | undefined
  /** Maximum size of an upload of the user's role. */
  readonly maxBytes: number
}

type Detected = Awaited<ReturnType<typeof detectedType>>

/** @returns the content type to store @throws ApiError 415 if the content is not of the declared type */
const acceptedType = (services: Services, upload: Upload, { stored, found = '' }: Detected) => {
  if (stored !== undefined) return stored
  const name = labelOf(upload)
  return discardFile(services, upload.id, wrongType({ type: declaredType(upload), found, name }))
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
    return discardFile(
      services,
      id,
      new ApiError('checksum_mismatch', 'The checksum is not that of the file'),
    )
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

/** The response to an error of an upload. Faults of the server are logged. */
const refusalOf = ({ metrics, log }: Services, error: Error | TusError) => {
  const known = uploadError(error)
  metrics.countError(known)
  if (known.code === 'server_error') log.error(error, 'an upload')
  return { status_code: known.status, body: JSON.stringify(errorBody(known)) }
}

/** Resumable uploads (tus) into the file store; each belongs to its creator until a record claims it. */
export const createUploads = (services: Services) => {
  const { config, files } = services
  /** Callbacks of tus get its request alone, and run in the context that it was handled in. */
  const callers = new AsyncLocalStorage<Caller>()
  const currentCaller = () => {
    const caller = callers.getStore()
    if (!caller) throw new Error('An upload without a caller')
    return caller
  }
  const store = new HashingStore(files, {
    remove: id => removeFiles(services, [id]),
    forget: id => forgetFile(services, id),
    examine: (upload, head) => examineBeginning(services, upload, head),
    count: bytes => services.metrics.uploadedBytes.inc(bytes),
  })

  const create = async (upload: Upload) => {
    const { id, size = 0 } = upload
    const { user, maxBytes } = currentCaller()
    requireSize(size, maxBytes)
    await reserveFile(services, {
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
    getFileIdFromRequest: () => currentCaller().id,
    onUploadCreate: (_request, upload) => create(upload),
    onUploadFinish: async (_request, upload) => {
      await finishUpload(services, store, upload)
      return {}
    },
    onResponseError: async (_request, error) => refusalOf(services, error),
    allowedOrigins: () => false,
  })
  return {
    handle: (caller: Caller, request: IncomingMessage, response: ServerResponse) =>
      callers.run(caller, () => server.handle(request, response)),
    /** Handles a part that was read already. */
    handlePart: (caller: Caller, request: Request) => callers.run(caller, () => server.handleWeb(request)),
    /** Answers which parts of the protocol are supported. */
    handleOptions: (request: IncomingMessage, response: ServerResponse) => server.handle(request, response),
    /** Finishes an upload whose last response was lost. @throws ApiError 404 while bytes are missing */
    complete: async (id: string) => {
      const upload = await store.getUpload(id).catch(unlessUnknown)
      if (!upload || upload.offset !== upload.size)
        throw new ApiError('not_found', 'The upload is not finished')
      await finishUpload(services, store, upload)
    },
  }
}
