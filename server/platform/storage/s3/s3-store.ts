import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  type CompletedPart,
  GetObjectCommand,
  type ListMultipartUploadsCommandInput,
  paginateListObjectsV2,
  type S3,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { LINK_SECONDS } from '~/server/platform/crypto/signed-links'
import { newUid } from '~/server/platform/crypto/tokens'
import { hashOf, hashOfStream } from '~/server/platform/disk/durable'
import {
  type ByteRange,
  type DownloadHeaders,
  FileMissing,
  type FileStore,
  isFileId,
  requireFileId,
} from '~/server/platform/storage/file-store'
import {
  BytesChanged,
  createClient,
  isAbsent,
  notAStore,
  partSizeOf,
  type S3Settings,
  unlessAbsent,
  withoutPrefix,
} from './s3-client'
import { MultipartUploads } from './s3-uploads'

type CopyBucket = { readonly client: S3; readonly Bucket: string }

const GB = 1024 ** 3

/** Bytes that S3 copies in one request. */
const AT_ONCE = 5 * GB
const PART = GB

/** The ranges of the parts of so many bytes. */
const rangesOf = (bytes: number, part: number) =>
  Array.from({ length: Math.ceil(bytes / part) }, (_, index) => {
    const start = index * part
    return `bytes=${start}-${Math.min(start + part, bytes) - 1}`
  })

/**
 * Copies an object within the bucket; a large one in parts, as S3 requires.
 * @param from, to keys
 * @param bytes of the object
 * @param sizes bytes that are copied in one request, and of a part
 */
export const copyObject = async (
  { client, Bucket }: CopyBucket,
  from: string,
  to: string,
  bytes: number,
  { atOnce = AT_ONCE, part = PART } = {},
) => {
  if (bytes <= atOnce) return void (await client.copyObject({ Bucket, CopySource: from, Key: to }))
  const { UploadId } = await client.createMultipartUpload({ Bucket, Key: to })
  try {
    const Parts: CompletedPart[] = []
    for (const [index, CopySourceRange] of rangesOf(bytes, part).entries()) {
      const PartNumber = index + 1
      const { CopyPartResult } = await client.uploadPartCopy({
        ...{ Bucket, Key: to, UploadId, PartNumber },
        ...{ CopySource: from, CopySourceRange },
      })
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await client.completeMultipartUpload({ Bucket, Key: to, UploadId, MultipartUpload: { Parts } })
  } catch (error) {
    await client.abortMultipartUpload({ Bucket, Key: to, UploadId }).catch(() => undefined)
    throw error
  }
}

/** Not an id, so that it is never taken for a file. */
const MARKER = 'vecto-database'

/** `<id>` is the file; uploads (tus) keep their metadata and an incomplete part next to it. */
const keysOf = (id: string) => [id, `${id}.info`, `${id}.part`]

const orMissing = async <T>(id: string, work: Promise<T>) => {
  const found = await unlessAbsent(work)
  if (found === undefined) throw new FileMissing(`There is no file ${id}`)
  return found
}

type Bucket = { readonly client: S3; readonly Bucket: string; readonly settings: S3Settings }

/** The unfinished multipart uploads whose key begins with `Prefix`. */
async function* unfinishedUploads({ client, Bucket }: Bucket, Prefix: string) {
  let [KeyMarker, UploadIdMarker]: (string | undefined)[] = []
  do {
    const input: ListMultipartUploadsCommandInput = { Bucket, Prefix, KeyMarker, UploadIdMarker }
    const page = await client.listMultipartUploads(input)
    yield* page.Uploads ?? []
    KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
    UploadIdMarker = page.NextUploadIdMarker
  } while (KeyMarker)
}

async function* objectKeys({ client, Bucket, settings }: Bucket) {
  for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket, Prefix: '' }))
    for (const { Key = '' } of Contents ?? []) yield withoutPrefix(Key, settings)
}

/** The ids of all objects and unfinished uploads. Keys that are not this product's are left alone. */
async function* idsIn(bucket: Bucket) {
  let last = ''
  for await (const key of objectKeys(bucket)) {
    const id = key.replace(/\.(info|part)$/, '')
    // Keys come in order: those of one file follow each other.
    if (isFileId(id) && id !== last) yield id
    last = id
  }
  for await (const { Key = '' } of unfinishedUploads(bucket, '')) {
    const id = withoutPrefix(Key, bucket.settings)
    if (isFileId(id)) yield id
  }
}

const newest = (times: readonly (Date | undefined)[]) =>
  times.reduce((last, time) => (last && time && last > time ? last : (time ?? last)), undefined)

const modifiedAt = async (bucket: Bucket, id: string) => {
  const { client, Bucket } = bucket
  const heads = await Promise.all(keysOf(id).map(Key => unlessAbsent(client.headObject({ Bucket, Key }))))
  const times = heads.map(head => head?.LastModified)
  for await (const { UploadId, Initiated } of unfinishedUploads(bucket, id)) {
    const parts = await unlessAbsent(client.listParts({ Bucket, Key: id, UploadId }))
    times.push(Initiated, ...(parts?.Parts ?? []).map(part => part.LastModified))
  }
  return newest(times)
}

const remove = async (bucket: Bucket, id: string) => {
  const { client, Bucket } = bucket
  for await (const { UploadId } of unfinishedUploads(bucket, id))
    await unlessAbsent(client.abortMultipartUpload({ Bucket, Key: id, UploadId }))
  await Promise.all(keysOf(id).map(Key => unlessAbsent(client.deleteObject({ Bucket, Key }))))
}

const adopt = async ({ client, Bucket }: Bucket, path: string, Key: string, origin?: string) => {
  const { size } = await stat(path)
  const params = { Bucket, Key, Body: createReadStream(path), ...(origin && { Metadata: { origin } }) }
  await new Upload({ client, params, partSize: partSizeOf(size) }).done()
  await rm(path)
}

/** An object that came in one part usually has the MD5 of its bytes as its tag. */
const md5Of = (ETag = '') => {
  const [, hex] = /^"?([0-9a-f]{32})"?$/.exec(ETag) ?? []
  return hex && Buffer.from(hex, 'hex').toString('base64')
}

/** The tag of an object that came in parts: the MD5 of their MD5s, if they had the usual size. */
const tagOfParts = async (path: string, size: number) => {
  const part = partSizeOf(size)
  const sums: Buffer[] = []
  for (let start = 0; start < size; start += part) {
    const stream = createReadStream(path, { start, end: Math.min(start + part, size) - 1 })
    sums.push(Buffer.from(await hashOfStream(stream, 'md5', 'hex'), 'hex'))
  }
  return `"${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${sums.length}"`
}

/** Undefined for a tag that differs: it need not be made of MD5s, nor of parts of the usual size. */
const hasBytes = async ({ client, Bucket }: Bucket, Key: string, path: string) => {
  const { ETag, ContentLength } = await orMissing(Key, client.headObject({ Bucket, Key }))
  const { size } = await stat(path)
  if (size !== ContentLength) return undefined
  const whole = md5Of(ETag)
  const isSame = whole
    ? whole === (await hashOf(path, 'md5', 'base64'))
    : ETag === (await tagOfParts(path, size))
  return isSame || undefined
}

/** Not an id, so that it is never taken for a file. */
const PROBE = 'vecto-probe'

const comparesChecksums = async ({ client, Bucket }: Bucket) => {
  const Body = Buffer.from(newUid())
  const md5 = (bytes: string) => createHash('md5').update(bytes).digest('base64')
  try {
    // The first shows whether the store's tags are MD5s: with those, the client itself refuses the second.
    await client.putObject({ Bucket, Key: PROBE, Body })
    await client.putObject({ Bucket, Key: PROBE, Body, ContentMD5: md5('other bytes') })
    return false
  } catch (error) {
    if (error instanceof BytesChanged) return true
    throw error
  } finally {
    await unlessAbsent(client.deleteObject({ Bucket, Key: PROBE }))
  }
}

const stampOf = async ({ client, Bucket }: Bucket, Key: string) => {
  const head = await orMissing(Key, client.headObject({ Bucket, Key }))
  return {
    size: head.ContentLength ?? 0,
    written: head.LastModified?.toISOString() ?? '',
    origin: head.Metadata?.origin,
    md5: md5Of(head.ETag),
  }
}

const read = async ({ client, Bucket }: Bucket, Key: string, range?: ByteRange): Promise<Readable> => {
  try {
    const { Body } = await client.getObject({
      ...{ Bucket, Key },
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    })
    return Body instanceof Readable ? Body : Readable.from([])
  } catch (error) {
    // An empty file has no range.
    if (error instanceof Error && error.name === 'InvalidRange') return Readable.from([])
    throw isAbsent(error) ? new FileMissing(`There is no file ${Key}`) : error
  }
}

/** Stores files in a bucket, named by id after the prefix. */
export const s3Store = (settings: S3Settings): FileStore => {
  const { S3_BUCKET: Bucket, S3_PUBLIC_ENDPOINT } = settings
  const client = createClient(settings)
  const forBrowsers = S3_PUBLIC_ENDPOINT ? createClient(settings, S3_PUBLIC_ENDPOINT) : client
  const bucket: Bucket = { client, Bucket, settings }
  return {
    marker: {
      name: settings.S3_PREFIX + MARKER,
      unreadable: notAStore(settings),
      elsewhere: 'Set another S3_PREFIX.',
      read: async () =>
        (await unlessAbsent(client.getObject({ Bucket, Key: MARKER })))?.Body?.transformToString(),
      write: async Body => void (await client.putObject({ Bucket, Key: MARKER, Body })),
    },
    usableBytes: () => Number.POSITIVE_INFINITY,
    check: async () => void (await client.listObjectsV2({ Bucket, Prefix: '', MaxKeys: 1 })),
    addressOf: (id: string, { contentType, disposition }: DownloadHeaders, seconds = LINK_SECONDS) =>
      getSignedUrl(
        forBrowsers,
        new GetObjectCommand({
          ...{ Bucket, Key: requireFileId(id) },
          ResponseContentType: contentType,
          ResponseContentDisposition: disposition,
          ResponseCacheControl: `private, max-age=${seconds}, immutable`,
        }),
        { expiresIn: seconds },
      ),
    read: (id, range) => read(bucket, requireFileId(id), range),
    write: async (id, bytes) => {
      await client.putObject({ Bucket, Key: requireFileId(id), Body: bytes })
    },
    adopt: (path, id, origin) => adopt(bucket, path, requireFileId(id), origin),
    // Acknowledged writes are durable.
    sync: async () => undefined,
    share: async (from, to, size) => {
      const copying = copyObject(bucket, requireFileId(from), requireFileId(to), size).then(() => true)
      await orMissing(from, copying)
    },
    size: async id => (await stampOf(bucket, requireFileId(id))).size,
    stamp: id => stampOf(bucket, requireFileId(id)),
    hasBytes: (id, path) => hasBytes(bucket, requireFileId(id), path),
    comparesChecksums: () => comparesChecksums(bucket),
    modifiedAt: id => modifiedAt(bucket, requireFileId(id)),
    list: () => idsIn(bucket),
    remove: id => remove(bucket, requireFileId(id)),
    createUploadStore: () => new MultipartUploads(client, Bucket),
  }
}
