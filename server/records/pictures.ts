import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Resource } from '~/model/define'
import { type FieldCode, invalidFields, messageOf } from '~/model/errors'
import type { FileDescriptor } from '~/model/fields'
import { asObject } from '~/model/objects'
import { pictureBytes, picturePixels, pictureSide, pictureTypes } from '~/model/pictures'
import { refOf, uidOf } from '~/model/refs'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Database } from '~/server/platform/database/database'
import type { Flat, TableRow } from '~/server/platform/database/tables'
import type { ImageProblem } from '~/server/platform/images/image-process'
import { ImageRefused } from '~/server/platform/images/images'
import { withLocalFile } from '~/server/platform/storage/local-files'
import { removeFilesSoon } from '~/server/platform/storage/removal'
import { actorOf } from './access'
import type { Context, Services, Values } from './context'
import {
  descriptorOf,
  dropFiles,
  findFile,
  findOwnUpload,
  forgetSource,
  refuseForged,
  refuseType,
} from './files'

type FileRow = TableRow<'files'>
type Given = Partial<FileDescriptor>

const square = { side: pictureSide, maxPixels: picturePixels, types: pictureTypes }

const codes: Readonly<Record<ImageProblem, FieldCode>> = {
  unreadable: 'picture_unreadable',
  pixels: 'picture_pixels',
  animated: 'picture_animated',
}

/** The code for an error of the library, or of the process that was ended. */
const codeOf = (error: unknown): FieldCode => {
  if (error instanceof ImageRefused) return codes[error.problem]
  return /memory|longer than|pixel limit/i.test(messageOf(error)) ? 'picture_pixels' : 'picture_unreadable'
}

/** @throws ApiError 415, 422 with a code for the field */
const cutSquare = ({ files, images, log }: Services, key: string, row: FileRow) => {
  refuseType(pictureTypes, row)
  if (Number(row.size) > pictureBytes) throw invalidFields({ [key]: 'picture_bytes' })
  return withLocalFile(files, { id: row.id, md5: row.md5 ?? '' }, path =>
    images.cutSquare(path, square).catch((error: unknown) => {
      log.info({ file: row.id, error: messageOf(error) }, 'a picture is refused')
      throw invalidFields({ [key]: codeOf(error) })
    }),
  )
}

/**
 * Cuts the squares of the pictures that a request sends, before its transaction. Uploads that are not the actor's own are
 * refused there.
 * @returns the squares by the id of their upload
 */
export const drawSquares = async (services: Services, resource: Resource, request: FastifyRequest) => {
  const body = asObject(request.body)
  const squares = new Map<string, Buffer>()
  for (const [key, { kind }] of Object.entries(resource.fields)) {
    if (kind !== 'picture' || typeof body[key] !== 'object' || body[key] === null) continue
    const row = await findOwnUpload(services.database, actorOf(request).uid, asObject(body[key]))
    if (row) squares.set(row.id, await cutSquare(services, key, row))
  }
  return squares
}

const squareOf = ({ prepared: { squares } }: Context, { id }: FileRow) => {
  const found: unknown = squares instanceof Map ? squares.get(id) : undefined
  return Buffer.isBuffer(found) ? found : undefined
}

/** The source of a square: that of its upload, or the upload. A form that is sent again finds the square by it. */
const sourceOf = ({ id, source }: Pick<FileRow, 'id' | 'source'>) => source ?? refOf('files', id)

/** Whether the record has the picture of this upload already: its form is sent again. */
const hasAlready = async (tx: Database, id: string, { ref = '' }: Given) =>
  id === uidOf(ref) || (await findFile(tx, id))?.source === sourceOf({ id: uidOf(ref), source: null })

/**
 * Stores the square of an upload as the record's file, and drops the upload, with metadata such as the place where it was
 * taken. Writes the bytes first: a crash before the commit leaves a file without a row, which is collected.
 * @returns the id of the square's file
 */
const claimPicture = async (context: Context, owner: string, key: string, given: Given) => {
  const { tx, services, actor, afterCommit } = context
  const row = await findOwnUpload(tx, actor.uid, given)
  const bytes = row && squareOf(context, row)
  if (!row || !bytes) throw invalidFields({ [key]: 'unknown_record' })
  refuseForged(given, descriptorOf(row))
  const taken = await tx.run(sql`delete from files where id = ${row.id} and owner is null`)
  if (taken === 0) throw invalidFields({ [key]: 'unknown_record' })
  afterCommit(() => removeFilesSoon(services, [row.id]))
  forgetSource(context, row)
  const id = newUid()
  await services.files.write(id, bytes)
  const md5 = createHash('md5').update(bytes).digest('base64')
  await tx.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner, field, source)
    values (${id}, ${actor.uid}, ${`${key}.webp`}, 'image/webp', ${bytes.length}, ${md5}, ${owner}, ${key},
      ${sourceOf(row)})`)
  return id
}

/**
 * Replaces the uploads of pictures in `values` by the ids of their squares, and drops the files of former ones.
 * @throws ApiError 422 for an upload that is not the actor's, or differs from the form
 */
export const attachPictures = async (
  context: Context,
  resource: Resource,
  uid: string,
  values: Values,
  before?: Flat,
) => {
  for (const [key, { kind }] of Object.entries(resource.fields)) {
    if (kind !== 'picture' || !(key in values)) continue
    const old = typeof before?.[key] === 'string' ? before[key] : undefined
    const given: Given | null = values[key] ? asObject(values[key]) : null
    if (values[key] === undefined || (given && old && (await hasAlready(context.tx, old, given))))
      delete values[key]
    else {
      values[key] = given && (await claimPicture(context, refOf(resource.name, uid), key, given))
      if (old) await dropFiles(context, [old])
    }
  }
}
