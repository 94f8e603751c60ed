import { createHash } from 'node:crypto'
import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { messageOf } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'
import { withTimeout } from '~/model/with-timeout'
import type { Config } from '~/server/platform/config/config'
import { NotTheStore, StoreUnavailable } from '~/server/platform/storage/file-store'

/** A connection changed bytes on the way to the store. A later attempt may succeed. */
export class BytesChanged extends StoreUnavailable {
  constructor(
    message: string,
    /** Whether the store has kept them: it compares no checksums. */
    readonly isStored: boolean,
  ) {
    super(message)
  }
}

/** Errors of stores that received other bytes than the request has the checksum of. */
const changed = new Set(['BadDigest', 'XAmzContentSHA256Mismatch'])

const isChangedOnTheWay = (error: unknown): error is Error =>
  error instanceof Error && changed.has(error.name)

/** Number of attempts to send bytes that arrive corrupted. */
export const SENDING_ATTEMPTS = 3

/** Adds Content-MD5, which every S3 store compares, to bytes in memory; callers add it to streams. */
const withChecksum = <T extends object>(input: T): T => {
  if (!('Body' in input) || ('ContentMD5' in input && input.ContentMD5)) return input
  const { Body } = input
  if (typeof Body !== 'string' && !(Body instanceof Uint8Array)) return input
  return { ...input, ContentMD5: createHash('md5').update(Body).digest('base64') }
}

/**
 * Compares the ETag of received bytes. It is their MD5 in most stores, but not in those that encrypt with their own keys:
 * if the tag differs for the same bytes twice, and no tag has matched before, tags are not compared.
 */
const createTagCheck = () => {
  let isMd5: boolean | undefined
  const doubted = new Set<string>()
  /** @throws BytesChanged */
  return (sent: string, tag: string | undefined) => {
    const [, hex] = /^"?([0-9a-f]{32})"?$/.exec(tag ?? '') ?? []
    if (hex === undefined || isMd5 === false) return
    if (Buffer.from(hex, 'hex').toString('base64') === sent) isMd5 = true
    else if (isMd5 === undefined && doubted.has(sent)) isMd5 = false
    else {
      doubted.add(sent)
      throw new BytesChanged('The file store: it received other bytes than were sent', true)
    }
  }
}

/** Errors of a key, an upload or a range that does not exist. */
const absent = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload', 'InvalidRange'])

export const isAbsent = (error: unknown): error is Error => error instanceof Error && absent.has(error.name)

/** The result, or undefined if there is no such key or upload. */
export const unlessAbsent = <T>(work: Promise<T>) =>
  work.catch(error => {
    if (isAbsent(error)) return undefined
    throw error
  })

const metadataOf = (error: unknown) => asObject(asObject(error).$metadata)
const headersOf = (error: unknown) => asObject(asObject(asObject(error).$response).headers)

/**
 * Whether a 404 may be the page of a proxy before the store: it has neither an S3 error as its body nor a mark of S3 in
 * its headers.
 */
const isDoubtful = (error: Error) => {
  const { requestId } = metadataOf(error)
  const isMarked = typeof requestId === 'string' || /xml/.test(textIn(headersOf(error), 'content-type') ?? '')
  return error.name === 'NotFound' && !isMarked
}

/** The body was no XML of S3: the SDK's parser fails, or finds an HTML page. */
const isPage = (error: unknown) =>
  /Deserialization error|is not expected|Unexpected token|unclosed|Unclosed|html/i.test(messageOf(error)) ||
  /html/.test(textIn(headersOf(error), 'content-type') ?? '')

type Where = { readonly S3_ENDPOINT?: string | undefined; readonly S3_REGION: string }

/** A redirect means another region or another endpoint, which the store names. */
const redirectOf = (error: unknown, { S3_ENDPOINT, S3_REGION }: Where) => {
  const isRedirect =
    (error instanceof Error && error.name === 'PermanentRedirect') || metadataOf(error).httpStatusCode === 301
  if (!isRedirect) return undefined
  const region = textIn(headersOf(error), 'x-amz-bucket-region')
  const endpoint = textIn(error, 'Endpoint')
  const names = [region && `S3_REGION=${region}`, endpoint && `the endpoint ${endpoint}`].filter(Boolean)
  return `The bucket is elsewhere (301): S3_ENDPOINT is ${S3_ENDPOINT ?? 'that of AWS'} and S3_REGION ${S3_REGION}; the store names ${names.join(' and ') || 'no other'}.`
}

/** Any error but those of absent keys, in a sentence. */
const storeError = (error: unknown, where: Where): StoreUnavailable => {
  if (error instanceof StoreUnavailable) return error
  if (isChangedOnTheWay(error)) return new BytesChanged(`The file store: ${error.message}`, false)
  const redirect = redirectOf(error, where)
  if (redirect) return new NotTheStore(redirect)
  const status = metadataOf(error).httpStatusCode
  if (isPage(error) && (status === undefined || status === 200)) return new NotTheStore(notAStore(where))
  return new StoreUnavailable(`The file store: ${messageOf(error)}`)
}

export const notAStore = ({ S3_ENDPOINT = 'that of AWS' }: Pick<Where, 'S3_ENDPOINT'>) =>
  `S3_ENDPOINT (${S3_ENDPOINT}) does not answer as an S3 store, but with a page: set the port of its API, not that of its console`

export type S3Settings = Pick<
  Config,
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_REGION'
  | 'S3_PREFIX'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_SESSION_TOKEN'
  | 'S3_PATH_STYLE'
> & { readonly S3_BUCKET: string }

/** Milliseconds to connect, and that a connection may be silent. */
const CONNECT = 10_000
const SILENCE = 30_000
const ATTEMPTS = 5

/** Bytes of a part, and the number of parts that a multipart upload may have, with some to spare. */
const PART = 8 * 1024 ** 2
const MOST_PARTS = 9000

/** Bytes of each part of a multipart upload of `size` bytes. */
export const partSizeOf = (size: number) => Math.max(PART, Math.ceil(size / MOST_PARTS))

/** Members of a request that hold a key; only this module knows that keys begin with the prefix of the settings. */
const keyMembers = new Set(['Key', 'Prefix', 'CopySource'])

const withPrefix = <T extends object>(input: T, { S3_BUCKET, S3_PREFIX }: S3Settings): T => {
  const members = Object.entries(input).map(([name, value]) => {
    if (typeof value !== 'string' || !keyMembers.has(name)) return [name, value]
    return [name, name === 'CopySource' ? `${S3_BUCKET}/${S3_PREFIX}${value}` : S3_PREFIX + value]
  })
  return Object.assign({}, input, Object.fromEntries(members))
}

const optionsOf = (settings: S3Settings, endpoint: string | undefined): S3ClientConfig => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const { S3_SESSION_TOKEN: sessionToken } = settings
  return {
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_PATH_STYLE ?? endpoint !== undefined,
    ...(endpoint && { endpoint }),
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT, socketTimeout: SILENCE },
    // Checksums in trailers, the default, are refused by several stores that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** Commands that send or copy no file: a store that does not answer them within this many milliseconds hangs. */
const QUICK = 10_000
const slowCommands = /^(PutObject|UploadPart|UploadPartCopy|CopyObject|CompleteMultipartUpload)Command$/

const withinBound = <T>(command: string, work: Promise<T>, bound: number) =>
  slowCommands.test(command)
    ? work
    : withTimeout(bound, work, new StoreUnavailable(`The file store did not answer within ${bound / 1000} s`))

const LIST = 'ListObjectsV2Command'

/** A page that comes with 200 is read as an empty list without a name. */
const requireList = (output: object, settings: S3Settings) => {
  if (
    !['Name', 'KeyCount', 'Contents'].some(
      member => member in output && asObject(output)[member] !== undefined,
    )
  )
    throw new NotTheStore(notAStore(settings))
}

/** Whether the store lists an object of this key, with the prefix of the settings. */
const isListed = async (client: S3, Bucket: string, input: object) => {
  const Prefix = textIn(input, 'Key') ?? ''
  const { Contents } = await client.listObjectsV2({ Bucket, Prefix, MaxKeys: 1 })
  return Contents?.some(({ Key }) => Key?.endsWith(Prefix)) ?? false
}

/**
 * A client for one bucket. It adds the prefix to keys, sends checksums and compares them with those that the store returns,
 * and throws StoreUnavailable for all errors except missing objects. A 404 that may come from a proxy counts only if the
 * store's own list agrees.
 */
export const createClient = (settings: S3Settings, endpoint = settings.S3_ENDPOINT, bound = QUICK) => {
  const client = new S3(optionsOf(settings, endpoint))
  const judge = async (error: unknown, command: string, input: object) => {
    if (!isAbsent(error)) return storeError(error, settings)
    if (!isDoubtful(error)) return error
    if (command === LIST) return new NotTheStore(notAStore(settings))
    return (await isListed(client, settings.S3_BUCKET, input))
      ? new StoreUnavailable('The file store: something before it answers 404 for an object that it has')
      : error
  }
  const checkTag = createTagCheck()
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        const input = withChecksum(withPrefix(args.input, settings))
        const sent = textIn(input, 'ContentMD5')
        // A stream cannot be read again: its sender gives the checksum and sends another.
        const attempts = sent && !('ContentMD5' in args.input) ? SENDING_ATTEMPTS : 1
        for (let attempt = 1; ; attempt += 1)
          try {
            const result = await withinBound(commandName, next({ ...args, input }), bound)
            if (commandName === LIST) requireList(result.output, settings)
            if (sent) checkTag(sent, textIn(result.output, 'ETag'))
            return result
          } catch (error) {
            const known = await judge(error, commandName, args.input)
            if (!(known instanceof BytesChanged) || attempt === attempts) throw known
          }
      },
    { step: 'initialize', name: 'vectoStore' },
  )
  return client
}

export const withoutPrefix = (key: string, { S3_PREFIX }: Pick<S3Settings, 'S3_PREFIX'>) =>
  key.slice(S3_PREFIX.length)
