import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { asObject, textIn } from '~/model/objects'
import { withTimeout } from '~/model/with-timeout'
import type { Config } from '~/server/platform/config/config'
import { NotTheStore, StoreUnavailable } from '~/server/platform/storage/file-store'
import { BytesChanged, createTagCheck, SENDING_ATTEMPTS, withChecksum } from './s3-checksums'
import { isAbsent, isDoubtful, notAStore, storeError } from './s3-errors'

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
 * A client for one bucket. It adds the prefix to keys, sends checksums and compares what the store reports to have received, and
 * throws StoreUnavailable for all errors but those that say that something does not exist. A 404 that may be of a proxy counts only if the store's own list agrees.
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
