import crypto from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type S3rver from '@20minutes/s3rver'
import type { Context, Middleware } from '@20minutes/s3rver'
import S3Error from '@20minutes/s3rver/lib/models/error.js'
import router from '@20minutes/s3rver/lib/routes.js'

/**
 * Requests of multipart uploads that s3rver does not support: listing parts, listing uploads and aborting them. Its
 * router has verified the signature before it rejects these requests.
 */
type Answer = (folder: string, context: Context) => Promise<unknown>

const absent = () => new S3Error('NoSuchUpload', 'The upload does not exist')

const filesOf = async (folder: string) => readdir(folder).catch(() => [])

const listParts: Answer = async (folder, { query, params }) => {
  const upload = join(folder, query.uploadId ?? '')
  const names = await readdir(upload).catch(() => {
    throw absent()
  })
  const numbers = names
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
  const Part = await Promise.all(
    numbers.map(async PartNumber => {
      const { size, mtime } = await stat(join(upload, String(PartNumber)))
      const ETag = JSON.stringify(await readFile(join(upload, `${PartNumber}.md5`), 'utf8'))
      return { PartNumber, LastModified: mtime.toISOString(), ETag, Size: size }
    }),
  )
  const { bucket: Bucket, key: Key } = params
  return { ListPartsResult: { Bucket, Key, UploadId: query.uploadId, IsTruncated: false, Part } }
}

const listUploads: Answer = async (folder, { query, params }) => {
  const found = await Promise.all(
    (await filesOf(folder)).map(async UploadId => {
      const file = join(folder, UploadId, 'key')
      const Initiated = (await stat(file)).mtime.toISOString()
      return { Key: await readFile(file, 'utf8'), UploadId, Initiated }
    }),
  )
  const Upload = found.filter(({ Key }) => Key.startsWith(query.prefix ?? ''))
  return { ListMultipartUploadsResult: { Bucket: params.bucket, IsTruncated: false, Upload } }
}

const abort: Answer = async (folder, context) => {
  await rm(join(folder, context.query.uploadId ?? ''), { recursive: true })
  context.status = 204
  return undefined
}

const answerOf = ({ method, query, params }: Context): Answer | undefined => {
  if (method === 'GET' && 'uploads' in query && !params.key) return listUploads
  if (!('uploadId' in query)) return undefined
  return { GET: listParts, DELETE: abort }[method]
}

const NOT_HERE = ['NotImplemented', 'MethodNotAllowed']

const addMultipartRequests = (server: S3rver) => {
  server.middleware.splice(-1, 0, async (context, next) => {
    try {
      await next()
    } catch (error) {
      const isRefused = error instanceof S3Error && NOT_HERE.includes(error.code)
      const answer = isRefused ? answerOf(context) : undefined
      if (!answer) throw error
      const folder = server.store.getResourcePath(context.params.bucket, undefined, 'uploads')
      context.status = 200
      context.body = await answer(folder, context)
    }
  })
}

/** S3 rejects a range request of an empty object; s3rver closes the connection instead. */
const refuseEmptyRange = async ({ store }: S3rver, { headers, params }: Context) => {
  if (!headers.range || !params.key) return
  const found = await stat(store.getResourcePath(params.bucket, params.key, 'object')).catch(() => undefined)
  if (found?.size === 0) throw new S3Error('InvalidRange', 'The requested range is not satisfiable')
}

/** The client signs `/bucket/`, which S3 accepts; s3rver always verifies `/bucket`. */
const verified =
  (server: S3rver, verify: Middleware): Middleware =>
  (context, next) => {
    const { bucket } = context.params
    if (context.path === `/${bucket}/`) context.params.bucket = `${bucket}/`
    return verify(context, async () => {
      context.params.bucket = bucket
      await refuseEmptyRange(server, context)
      await next()
    })
  }

const changeVerification = (server: S3rver) => {
  for (const { stack } of router.stack) {
    const at = stack.findIndex(({ name }) => name === 'authentication')
    const verify = stack[at]
    if (verify) stack[at] = verified(server, verify)
  }
}

type Cipher = (name: string, key: crypto.CipherKey, iv: crypto.BinaryLike) => unknown

const triple = (key: crypto.CipherKey) =>
  Buffer.concat(Array.from({ length: 3 }, () => Buffer.from(String(key))))

/** s3rver encrypts the continuation token of a list with DES, which OpenSSL no longer supports. */
const replaceDes = () => {
  const replacing =
    (make: Cipher): Cipher =>
    (name, key, iv) =>
      name === 'des' ? make('des-ede3-cbc', triple(key), iv) : make(name, key, iv)
  Object.assign(crypto, {
    createCipheriv: replacing(crypto.createCipheriv),
    createDecipheriv: replacing(crypto.createDecipheriv),
  })
}

/** s3rver does not encode five characters that signatures require encoded. */
const encodeAsSigned = () => {
  const encode = globalThis.encodeURIComponent
  globalThis.encodeURIComponent = text =>
    encode(text).replace(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Adds features of other S3-compatible servers to s3rver. */
export const completeRequests = (server: S3rver) => {
  addMultipartRequests(server)
  changeVerification(server)
  replaceDes()
  encodeAsSigned()
}
