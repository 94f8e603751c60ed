import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import { asObject, isObject } from '~/model/objects'
import { newUid } from '~/server/platform/crypto/tokens'
import type { TableRow } from '~/server/platform/database/tables'
import {
  FileMissing,
  type FileStore,
  type IncomingFile,
  TEMPORARY,
} from '~/server/platform/storage/file-store'
import { md5OfStored, typeOfStored } from '~/server/platform/storage/local-files'
import { removeFiles } from '~/server/platform/storage/removal'
import { principalOf } from './access'
import { firebaseUidIn, isFirebaseSession, type Principal, type Services } from './context'
import { descriptorOf, findFile, refuseForged, sourceOf } from './files'
import {
  labelFrom,
  maxUploadBytes,
  requireMediaType,
  requireSize,
  reserveFile,
  wrongType,
} from './reserved-files'

type FileRow = TableRow<'files'>
type Given = Partial<FileDescriptor>

type Receiving = {
  readonly services: Services
  readonly incoming: NonNullable<FileStore['incoming']>
  readonly principal: Principal
}

/** Names of objects are at most so many bytes. */
const LONGEST = 1024

/** Whether a descriptor names an object that its sender uploaded, instead of a file of this server. */
const isIncoming = ({ ref, tempPath, bucket }: Given, own: string) =>
  typeof tempPath === 'string' && (ref ?? tempPath) === tempPath && (bucket ?? own) === own

/**
 * Whether the user of a request may have put this object into the store: its name has their uid, or that of Firebase where
 * it differs, as the rules of Storage require. A name is no path, and the sign before generations is not in it.
 */
const isOwn = ({ actor, session }: Principal, name: string) => {
  const owners = [actor.uid, ...(isFirebaseSession(session) ? [firebaseUidIn(session)] : [])]
  const isTheirs = owners.some(owner => {
    const start = `${TEMPORARY}${owner}--`
    return owner !== '' && name.startsWith(start) && name.length > start.length
  })
  return isTheirs && !/[/\\#\p{Cc}]/u.test(name) && Buffer.byteLength(name) <= LONGEST
}

/** The file that was made of an object which has been removed since: its form is sent again. */
const findTaken = async ({ services: { database }, principal }: Receiving, name: string) => {
  const [first, end] = [sourceOf({ name, generation: '' }), `${name}$`]
  const [row] = await database.query<FileRow>(sql`select * from files
    where source >= ${first} and source < ${end} and user_uid = ${principal.actor.uid} and md5 is not null
    order by created_at desc limit 1`)
  return row
}

const changed = () => new ApiError('checksum_mismatch', 'The file was replaced or removed during the request')

/** Removes a copy that is not complete. One that another request has completed meanwhile stays. */
const discardCopy = async (services: Services, id: string, refusal: ApiError): Promise<never> => {
  const gone = await services.database.run(
    sql`delete from files where id = ${id} and owner is null and md5 is null`,
  )
  if (gone > 0) await removeFiles(services, [id])
  throw refusal
}

/** Copies the object to its file, and stores the facts of the copy, which nobody can replace. */
const complete = async ({ services, incoming }: Receiving, found: IncomingFile, { id, label }: FileRow) => {
  const { database, files } = services
  await incoming.take(found, id).catch(error => {
    if (error instanceof FileMissing) return discardCopy(services, id, changed())
    throw error
  })
  const given = { declared: requireMediaType(found.contentType), name: label }
  const { stored, found: real = '' } = await typeOfStored(files, id, given)
  if (stored === undefined)
    return discardCopy(services, id, wrongType({ type: given.declared, found: real, name: label }))
  const md5 = found.md5 ?? (await md5OfStored(files, id))
  await database.run(sql`update files set md5 = ${md5}, content_type = ${stored}
    where id = ${id} and md5 is null and owner is null`)
  return findFile(database, id)
}

/** The object as its sender must describe it. */
const describedAs = ({ md5, ...file }: IncomingFile, { md5Hash = '' }: Given) => ({
  contentType: file.contentType,
  size: file.size,
  md5Hash: md5 ?? md5Hash,
})

/** @throws ApiError 413, 415 before anything is copied */
const requireAcceptable = (
  { size, contentType }: IncomingFile,
  { services, principal: { actor } }: Receiving,
) => {
  requireMediaType(contentType)
  requireSize(size, maxUploadBytes(services, actor.role))
}

/**
 * Makes an upload of an object. The same content of the same object is one upload, however often its form is sent.
 * @returns the descriptor of the upload; undefined if the user has no such object
 */
const receive = async (
  receiving: Receiving,
  given: Given,
  name: string,
): Promise<FileDescriptor | undefined> => {
  const { services, incoming, principal } = receiving
  if (!isOwn(principal, name)) return undefined
  const found = await incoming.find(name)
  if (!found) {
    const taken = await findTaken(receiving, name)
    return taken && descriptorOf(taken)
  }
  refuseForged(given, describedAs(found, given))
  requireAcceptable(found, receiving)
  const row = await reserveFile(services, {
    id: newUid(),
    user: principal.actor.uid,
    label: labelFrom(found.label ?? name.slice(TEMPORARY.length)),
    contentType: found.contentType,
    size: found.size,
    source: sourceOf(found),
  })
  // Made by another user of this address, before it changed hands.
  if (row.user_uid !== principal.actor.uid) return undefined
  // Attached already. Of a picture, the record has a square that was cut from it.
  if (row.owner !== null) return descriptorOf(row)
  const file = row.md5 === null ? await complete(receiving, found, row) : row
  if (!file) return undefined
  const descriptor = descriptorOf(file)
  // An object that was composed of others had no checksum to compare until it was read.
  if (given.md5Hash) refuseForged({ md5Hash: given.md5Hash }, descriptor)
  return descriptor
}

/**
 * Replaces the descriptors of objects that the user of a request put into the store by themselves with those of uploads,
 * before the transaction that attaches them. All others stay as they are, to be refused there.
 * @throws ApiError 409 `upload_quota`, 413, 415, 422 `checksum_mismatch`
 */
export const receiveIncoming = async (services: Services, resource: Resource, request: FastifyRequest) => {
  const { incoming } = services.files
  if (!incoming) return
  const receiving = { services, incoming, principal: principalOf(request) }
  const body = asObject(request.body)
  for (const [key, { kind, readOnly }] of Object.entries(resource.fields)) {
    const given = body[key]
    if (
      (kind !== 'file' && kind !== 'picture') ||
      readOnly ||
      !isObject(given) ||
      !isIncoming(given, incoming.bucket)
    )
      continue
    const received = await receive(receiving, given, String(given.tempPath))
    if (received) request.body = { ...asObject(request.body), [key]: received }
  }
}
