import { generateKeyPairSync } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type Bucket,
  type File,
  type FileMetadata,
  IdempotencyStrategy,
  Storage,
} from '@google-cloud/storage'
import { messageOf } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'
import { withTimeout } from '~/model/with-timeout'
import type { Config } from '~/server/platform/config/config'
import {
  type ByteRange,
  FileMissing,
  NotTheStore,
  StoreUnavailable,
} from '~/server/platform/storage/file-store'

export type BucketSettings = Pick<Config, 'FIREBASE_PROJECT_ID' | 'FIREBASE_STORAGE_EMULATOR_HOST'> & {
  readonly FIREBASE_STORAGE_BUCKET: string
}

/** The object exists already, though it was to be created. */
export class AlreadyThere extends Error {}

/** Attempts after the first, and milliseconds that a request which moves no file may take with all of them. */
const RETRIES = 2
const QUICK = 10_000
/** Milliseconds that a connection may be silent while a file is read. */
const SILENCE = 30_000

/** Milliseconds that moving so many bytes may take: a minute, and as long as they take at 256 kB/s. */
export const boundOf = (bytes: number) => 60_000 + bytes / 256

let emulatorKey: { readonly client_email: string; readonly private_key: string } | undefined

/** Links need a signature, which the emulator does not compare. */
const keyForEmulator = () => {
  emulatorKey ??= {
    client_email: 'emulator@localhost',
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string,
  }
  return emulatorKey
}

const open = ({
  FIREBASE_PROJECT_ID: projectId = '',
  FIREBASE_STORAGE_EMULATOR_HOST: host,
}: BucketSettings) => {
  // Each request can be repeated: it makes the same object of the same bytes, or names a generation.
  const retryOptions = { maxRetries: RETRIES, idempotencyStrategy: IdempotencyStrategy.RetryAlways }
  if (!host) return new Storage({ projectId, retryOptions })
  const apiEndpoint = `http://${host}`
  const storage = new Storage({ projectId, retryOptions, apiEndpoint, credentials: keyForEmulator() })
  // The emulator serves some requests, such as copies, without the prefix /storage/v1 only.
  storage.baseUrl = apiEndpoint
  return storage
}

/** The project's bucket: with the machine's own credentials, or in the emulator, which requires none. */
export const openBucket = (settings: BucketSettings): Bucket =>
  open(settings).bucket(settings.FIREBASE_STORAGE_BUCKET)

/** The status of an error of the API, or of the client that sends large files. */
const statusOf = (error: unknown) => {
  const { code, status } = asObject(error)
  return [code, status].map(Number).find(number => number >= 100 && number < 600)
}

const sentenceOf = (error: unknown) => messageOf(error).replace(/\s+/g, ' ').trim()

const storeError = (error: unknown): Error => {
  if (error instanceof StoreUnavailable || error instanceof FileMissing) return error
  const [status, sentence] = [statusOf(error), sentenceOf(error)]
  if (/bucket does not exist/i.test(sentence))
    return new NotTheStore(
      'FIREBASE_STORAGE_BUCKET names no bucket: copy its name from the console of Firebase',
    )
  // The page of a proxy before the store is no statement about an object.
  if (status === 404 && !/^<|<html/i.test(sentence)) return new FileMissing(`The file store: ${sentence}`)
  if (status === 412) return new AlreadyThere(sentence)
  return new StoreUnavailable(`The file store: ${sentence}`, { cause: error })
}

/**
 * The result of a request.
 * @param bound milliseconds that it may take
 * @throws FileMissing, AlreadyThere, StoreUnavailable
 */
export const ask = async <T>(work: Promise<T>, bound = QUICK): Promise<T> => {
  const late = new StoreUnavailable(`The file store did not answer within ${Math.round(bound / 1000)} s`)
  try {
    return await withTimeout(bound, work, late)
  } catch (error) {
    throw storeError(error)
  }
}

/** The result, or undefined if there is no such object. */
export const unlessMissing = <T>(work: Promise<T>) =>
  work.catch(error => {
    if (error instanceof FileMissing) return undefined
    throw error
  })

export const metadataOf = async (file: File): Promise<FileMetadata> => (await ask(file.getMetadata()))[0]

/** The time at which the bytes of an object were complete; changes of its metadata do not count. */
export const writtenAt = ({ timeCreated }: FileMetadata) => new Date(timeCreated ?? 0)

/** A text among the metadata that this product, or the panel, gave an object. */
export const noteIn = ({ metadata }: FileMetadata, key: string) => textIn(metadata, key)

/** An empty file has no range. */
const isEmptyRange = (error: unknown) => statusOf(error) === 416

/**
 * Reads an object as it is stored, whatever encoding its metadata claim. Resolves once its first bytes have arrived. The
 * client compares a whole object with its checksum.
 */
export const readObject = async (file: File, range?: ByteRange): Promise<Readable> => {
  const stream = file.createReadStream({ ...range, decompress: false })
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  const next = () => ask(chunks.next(), SILENCE)
  let chunk: IteratorResult<Buffer>
  try {
    chunk = await next()
  } catch (error) {
    stream.destroy()
    if (isEmptyRange(asObject(error).cause)) return Readable.from([])
    throw error
  }
  const rest = async function* () {
    try {
      for (; !chunk.done; chunk = await next()) yield chunk.value
    } finally {
      stream.destroy()
    }
  }
  return Readable.from(rest(), { objectMode: false })
}

/** The objects whose names begin so, in the order of their names. */
export async function* objectsIn(bucket: Bucket, prefix: string): AsyncGenerator<File> {
  let query: object | null = { prefix, autoPaginate: false, maxResults: 1000 }
  while (query) {
    const [files, next]: [File[], object | null, ...unknown[]] = await ask(bucket.getFiles(query))
    yield* files
    query = next
  }
}

/** Removes an object. Succeeds if there is none. */
export const removeObject = async (file: File, ifGenerationMatch?: string) => {
  const only = ifGenerationMatch === undefined ? {} : { ifGenerationMatch }
  await ask(file.delete({ ignoreNotFound: true, ...only }))
}
