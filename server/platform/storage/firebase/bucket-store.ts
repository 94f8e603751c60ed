import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Bucket, File, FileMetadata } from '@google-cloud/storage'
import { LINK_SECONDS } from '~/server/platform/crypto/signed-links'
import { newUid } from '~/server/platform/crypto/tokens'
import { hashOf } from '~/server/platform/disk/durable'
import {
  type DownloadHeaders,
  FileMissing,
  type FileStore,
  type IncomingFile,
  isFileId,
  TEMPORARY,
} from '~/server/platform/storage/file-store'
import {
  AlreadyThere,
  ask,
  type BucketSettings,
  boundOf,
  metadataOf,
  noteIn,
  objectsIn,
  openBucket,
  readObject,
  removeObject,
  unlessMissing,
  writtenAt,
} from './bucket-client'
import { BucketUploads, CONTENT, FILES, nameOf, sendBytes } from './bucket-uploads'

/** Objects beside the files: the note of the database that owns them, and one that is written to test the store. */
const MARKER = 'vecto-database'
const PROBE = 'vecto-probe'

/** Files of more bytes are sent in a way that continues where the connection broke. */
const LARGE = 8 * 1024 ** 2

const sizeIn = ({ size }: FileMetadata) => Number(size ?? 0)

const stampIn = (metadata: FileMetadata) => ({
  size: sizeIn(metadata),
  written: writtenAt(metadata).toISOString(),
  origin: noteIn(metadata, 'origin'),
  md5: metadata.md5Hash,
})

const adopt = async (bucket: Bucket, path: string, name: string, origin?: string) => {
  const { size } = await stat(path)
  const md5Hash = await hashOf(path, 'md5', 'base64')
  const metadata = { contentType: CONTENT, md5Hash, ...(origin && { metadata: { origin } }) }
  const destination = bucket.file(name)
  const sending = bucket.upload(path, { destination, metadata, resumable: size > LARGE, validation: 'md5' })
  await ask(sending, boundOf(size))
  await rm(path)
}

/**
 * Copies an object within the bucket, which moves no bytes.
 * The metadata replace those of the source: a download token among them would open the copy to everyone who knows it.
 */
const copy = async (from: File, to: File, bytes: number) => {
  const made = { contentType: CONTENT, metadata: { from: 'copy' } }
  const copying = from.copy(to, { ...made, preconditionOpts: { ifGenerationMatch: 0 } })
  await ask(copying, boundOf(bytes)).catch(error => {
    // An earlier attempt, whose answer was lost, or another request for the same upload.
    if (!(error instanceof AlreadyThere)) throw error
  })
}

/** The ids of all files, complete or not. Names that are not this product's are left alone. */
async function* idsIn(bucket: Bucket) {
  let last = ''
  for await (const { name } of objectsIn(bucket, FILES)) {
    const [id = ''] = name.slice(FILES.length).split('/')
    // Names come in order: those of one file follow each other.
    if (isFileId(id) && id !== last) yield id
    last = id
  }
}

const modifiedAt = async (bucket: Bucket, id: string) => {
  let last: Date | undefined
  for await (const { metadata } of objectsIn(bucket, nameOf(id))) {
    const time = writtenAt(metadata)
    if (!last || time > last) last = time
  }
  return last
}

const hasBytes = async (file: File, path: string) => {
  const { md5Hash } = await metadataOf(file)
  return (md5Hash !== undefined && md5Hash === (await hashOf(path, 'md5', 'base64'))) || undefined
}

const comparesChecksums = async (bucket: Bucket) => {
  const [probe, bytes] = [bucket.file(PROBE), Buffer.from(newUid())]
  try {
    await sendBytes(probe, bytes)
    const { md5Hash } = await metadataOf(probe)
    return md5Hash === createHash('md5').update(bytes).digest('base64')
  } finally {
    await removeObject(probe)
  }
}

const addressOf = async (
  file: File,
  { contentType, disposition }: DownloadHeaders,
  seconds = LINK_SECONDS,
) => {
  const now = new Date()
  const [url] = await ask(
    file.getSignedUrl({
      ...{ version: 'v4', action: 'read', accessibleAt: now },
      expires: now.getTime() + seconds * 1000,
      responseType: contentType,
      responseDisposition: disposition,
      queryParams: { 'response-cache-control': `private, max-age=${seconds}, immutable` },
    }),
  )
  return url
}

const incomingIn = ({ name, metadata }: File): IncomingFile => ({
  name,
  generation: String(metadata.generation ?? ''),
  size: sizeIn(metadata),
  md5: metadata.md5Hash,
  crc32c: metadata.crc32c,
  contentType: metadata.contentType ?? CONTENT,
  label: noteIn(metadata, 'label'),
  writtenAt: writtenAt(metadata),
})

/** Whether a copy has the announced bytes. An object that was composed of others has no MD5. */
const isSame = ({ size, md5, crc32c }: IncomingFile, copied: FileMetadata) =>
  sizeIn(copied) === size &&
  copied.crc32c === crc32c &&
  (md5 === undefined || copied.md5Hash === undefined || copied.md5Hash === md5)

/**
 * Copies one generation of an object, so that what was checked is what is stored. The emulator copies the newest, whatever
 * generation is named: the checksums are compared as well.
 */
const take = async (bucket: Bucket, file: IncomingFile, id: string) => {
  const [source, target] = [bucket.file(file.name, { generation: file.generation }), bucket.file(nameOf(id))]
  await copy(source, target, file.size)
  if (!isSame(file, await metadataOf(target))) throw new FileMissing(`${file.name} was replaced`)
}

const incoming = (bucket: Bucket): NonNullable<FileStore['incoming']> => ({
  bucket: bucket.name,
  find: async name => {
    const file = bucket.file(name)
    const metadata = await unlessMissing(metadataOf(file))
    return metadata && incomingIn(file)
  },
  take: (file, id) => take(bucket, file, id),
  remove: ({ name, generation }) => removeObject(bucket.file(name), generation),
  list: async function* () {
    for await (const file of objectsIn(bucket, TEMPORARY)) yield incomingIn(file)
  },
})

/** Stores files in the bucket of the Firebase project, named `files/<id>`. */
export const bucketStore = (settings: BucketSettings): FileStore => {
  const bucket = openBucket(settings)
  const [fileOf, marker] = [(id: string) => bucket.file(nameOf(id)), bucket.file(MARKER)]
  const uploads = () => new BucketUploads(bucket)
  return {
    marker: {
      name: MARKER,
      unreadable: `The object ${MARKER} of the bucket ${bucket.name} is not one of this product`,
      elsewhere: 'Set another FIREBASE_STORAGE_BUCKET.',
      read: () => unlessMissing(readObject(marker).then(text)),
      write: note => sendBytes(marker, Buffer.from(note)),
    },
    usableBytes: () => Number.POSITIVE_INFINITY,
    check: async () => {
      await ask(bucket.getFiles({ prefix: FILES, autoPaginate: false, maxResults: 1 }))
    },
    addressOf: (id, headers, seconds) => addressOf(fileOf(id), headers, seconds),
    read: (id, range) => readObject(fileOf(id), range),
    write: (id, bytes) => sendBytes(fileOf(id), bytes),
    adopt: (path, id, origin) => adopt(bucket, path, nameOf(id), origin),
    // Acknowledged writes are durable.
    sync: async () => undefined,
    share: (from, to, size) => copy(fileOf(from), fileOf(to), size),
    size: async id => sizeIn(await metadataOf(fileOf(id))),
    stamp: async id => stampIn(await metadataOf(fileOf(id))),
    hasBytes: (id, path) => hasBytes(fileOf(id), path),
    comparesChecksums: () => comparesChecksums(bucket),
    noteOrigin: async (id, origin) => void (await ask(fileOf(id).setMetadata({ metadata: { origin } }))),
    modifiedAt: id => modifiedAt(bucket, id),
    list: () => idsIn(bucket),
    remove: id => uploads().remove(id),
    createUploadStore: uploads,
    incoming: incoming(bucket),
  }
}
