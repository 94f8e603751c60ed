import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { type Grant, roles } from '~/model/grants'
import { keysOf, textIn } from '~/model/objects'
import type { LongLivedConnections } from '~/server/features/live/long-lived-connections'
import { databaseTime } from '~/server/platform/database/clock'
import { type App, describe, pathPart } from '~/server/platform/http/route-schemas'
import { cutIntoFiles } from '~/server/platform/storage/part-files'
import { actorOf, principalOf, tokenOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { descriptorOf, findFile } from '~/server/records/files'
import { fileDescriptor } from '~/server/records/kinds'
import { maxUploadBytes, mayAttach, requireSpace } from '~/server/records/reserved-files'
import { TEMPORARY_HOURS } from './orphans'
import { type Caller, createUploads } from './uploads'

/** Roles that may create or update a record with a file or a picture may upload files. */
export const uploadGrant: Grant = Object.fromEntries(
  roles.filter(role => mayAttach(role, ['file', 'picture'])).map(role => [role, 'self' as const]),
)

const noUpload = () => new ApiError('not_found', 'There is no such upload')

/**
 * An upload of this user, complete or not. Uploads of other users are treated as unknown.
 * @throws ApiError 404
 */
const ownUpload = async ({ database }: Services, id: string, user: string) => {
  const row = await findFile(database, id)
  if (row?.user_uid !== user) throw noUpload()
  return row
}

/**
 * An upload that is not attached to a record; attached files are immutable.
 * @throws ApiError 404, 409 `file_attached`
 */
const openUpload = async (services: Services, id: string, user: string) => {
  const row = await ownUpload(services, id, user)
  if (row.owner !== null) throw new ApiError('file_attached', 'A record has this file: it cannot be changed')
  return row
}

/**
 * Cancels an upload. If a form attaches it concurrently, only one of the two succeeds.
 * @throws ApiError 404, 409
 */
const withdrawUpload = async (services: Services, id: string, user: string) => {
  await openUpload(services, id, user)
  const gone = await services.database.run(
    sql`delete from files where id = ${id} and user_uid = ${user} and owner is null`,
  )
  if (gone === 0) throw new ApiError('file_attached', 'A record has this file: it cannot be changed')
}

/** Algorithms of the tus extension `checksum`, as its header lists them. */
const CHECKSUM_ALGORITHMS = 'md5,sha1,sha256'

/** Maximum bytes of a part with a checksum: it is buffered until its checksum is verified. */
const MOST = 64 * 1024 ** 2

/** A checksum in base64. */
type PartChecksum = { readonly algorithm: string; readonly digest: string }

/**
 * The header `Upload-Checksum`: an algorithm and a digest in base64.
 * @throws ApiError 400 for another algorithm, or no digest
 */
const readChecksum = (header: string | string[] | undefined): PartChecksum | undefined => {
  if (header === undefined) return undefined
  const [algorithm = '', digest = ''] = String(header).slice(0, 200).trim().split(/\s+/)
  if (!CHECKSUM_ALGORITHMS.split(',').includes(algorithm) || !/^[A-Za-z0-9+/]+={0,2}$/.test(digest))
    throw new ApiError(
      'checksum_algorithm',
      `Upload-Checksum takes one of ${CHECKSUM_ALGORITHMS} and a digest`,
    )
  return { algorithm, digest }
}

const digestOf = async (path: string, algorithm: string) => {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

const tooLarge = () =>
  new ApiError('too_large', `A part with a checksum has at most ${MOST} bytes`, { params: { limit: MOST } })

/**
 * Receives a part and compares it, before any of it is stored.
 * @param length as the request declares it; undefined if it does not
 * @param handle called with the part once it is known to be right
 * @throws ApiError 460 if it differs, 413 if it is too large, 503 or 507 where it has no room
 */
const withCheckedPart = async <T>(
  stream: Readable,
  length: number | undefined,
  { algorithm, digest }: PartChecksum,
  handle: (part: Readable) => Promise<T>,
): Promise<T> => {
  if (length !== undefined && length > MOST) throw tooLarge()
  for await (const part of cutIntoFiles(stream, MOST, length)) {
    if (length === undefined && part.bytes === MOST) throw tooLarge()
    const found = algorithm === 'md5' ? part.md5 : await digestOf(part.path, algorithm)
    if (found !== digest) throw new ApiError('part_checksum', 'The part differs from its checksum')
    return await handle(createReadStream(part.path))
  }
  return handle(Readable.from([]))
}

const access = { resource: 'files', operation: 'upload', grant: uploadGrant }
const config = { config: { access } }

type Check = (services: Services, id: string, user: string) => Promise<unknown>

/** Checks before tus handles a request: may this user do that to this upload? */
const checks: Readonly<Record<string, Check>> = {
  HEAD: openUpload,
  PATCH: async (services, id, user) => {
    await openUpload(services, id, user)
    requireSpace(services)
  },
  DELETE: withdrawUpload,
}

const TUS_VERSION = '1.0.0'

/**
 * What the protocol requires of every request.
 * @throws ApiError 412 for another version, 415 for a part that is not declared as one
 */
const requireProtocol = ({ method, headers }: FastifyRequest, reply: FastifyReply) => {
  if (headers['tus-resumable'] !== TUS_VERSION) {
    void reply.headers({ 'tus-version': TUS_VERSION, 'tus-resumable': TUS_VERSION })
    throw new ApiError('tus_version', `The header Tus-Resumable must be ${TUS_VERSION}`)
  }
  if (method === 'PATCH' && headers['content-type'] !== PART_TYPE) {
    void reply.header('tus-resumable', TUS_VERSION)
    throw new ApiError('part_type', `A part has the content type ${PART_TYPE}`)
  }
}

const PART_TYPE = 'application/offset+octet-stream'

/** When an upload that is left as it is will be removed. */
const expiry = () => new Date(databaseTime().getTime() + TEMPORARY_HOURS * 3_600_000).toUTCString()

const lengthIn = ({ headers }: FastifyRequest) => {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

type CheckedPart = { readonly part: Readable; readonly caller: Caller }

/** Stores a part whose checksum is right. */
const storeChecked = async (
  uploads: ReturnType<typeof createUploads>,
  request: FastifyRequest,
  reply: FastifyReply,
  { part, caller }: CheckedPart,
) => {
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const init = { method: request.method, headers, body: Readable.toWeb(part), duplex: 'half' }
  const passed = new Request(`http://localhost${request.url}`, init as RequestInit)
  const response = await uploads.handlePart(caller, passed)
  const body = await response.text()
  return reply
    .status(response.status)
    .headers({ ...Object.fromEntries(response.headers), 'upload-expires': expiry() })
    .send(body || undefined)
}

const uploadPath = z.object({ id: pathPart })

/** Uploads under /parse/files with the tus protocol; `GET` of a finished upload returns its descriptor. */
export const addUploadRoutes = (app: App, services: Services, connections: LongLivedConnections) => {
  const uploads = createUploads(services)

  const hand = async (request: FastifyRequest, reply: FastifyReply) => {
    requireProtocol(request, reply)
    const id = textIn(request.params, 'id')
    const { uid: user, role } = actorOf(request)
    const caller = { user, id, maxBytes: maxUploadBytes(services, role) }
    if (id) await checks[request.method]?.(services, id, caller.user)
    const checksum = request.method === 'PATCH' ? readChecksum(request.headers['upload-checksum']) : undefined
    // Data received so far is kept, as after a lost connection.
    const end = () => request.raw.destroy()
    const leave = connections.add({ principal: principalOf(request), token: tokenOf(request) ?? '', end })
    reply.raw.once('close', leave)
    if (checksum)
      return withCheckedPart(request.raw, lengthIn(request), checksum, part =>
        storeChecked(uploads, request, reply, { part, caller }),
      )
    reply.hijack()
    if (request.method !== 'DELETE') reply.raw.setHeader('Upload-Expires', expiry())
    return uploads.handle(caller, request.raw, reply.raw)
  }

  app.register(async (routes: App) => {
    // The body stays a stream, which tus writes to disk as it arrives.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const tus = (summary: string, status: number, params?: z.ZodObject) =>
      describe(summary, { tags: ['files'], ...(params && { params }), response: { [status]: z.undefined() } })
    const options = tus('Supported upload features (tus)', 204)
    routes.options('/files', { config: { access: 'public' }, schema: options }, (request, reply) => {
      reply.hijack()
      reply.raw.setHeader('Tus-Checksum-Algorithm', CHECKSUM_ALGORITHMS)
      return uploads.handleOptions(request.raw, reply.raw)
    })
    routes.post('/files', { ...config, schema: tus('Creates an upload of known length (tus)', 201) }, hand)
    const calls = {
      HEAD: tus('How much of an upload has arrived (tus)', 200, uploadPath),
      PATCH: tus('Sends a part (tus)', 204, uploadPath),
      DELETE: tus('Cancels an upload that is not attached to a record (tus)', 204, uploadPath),
    }
    for (const method of keysOf(calls))
      routes.route({ method, url: '/files/:id', ...config, schema: calls[method], handler: hand })
    const descriptor = describe('The descriptor of a finished upload', {
      tags: ['files'],
      params: uploadPath,
      response: { 200: fileDescriptor },
    })
    routes.get('/files/:id', { ...config, schema: descriptor, exposeHeadRoute: false }, async request => {
      const { id } = request.params
      const { uid } = actorOf(request)
      const row = await ownUpload(services, id, uid)
      if (row.md5 !== null) return descriptorOf(row)
      await uploads.complete(id)
      const whole = await findFile(services.database, id)
      return descriptorOf(whole ?? row)
    })
  })
}
