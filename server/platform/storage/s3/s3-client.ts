import { S3, type S3ClientConfig } from '@aws-sdk/client-s3'
import { messageOf } from '~/model/errors'
import type { Config } from '~/server/platform/config/config'
import { StoreUnavailable } from '~/server/platform/storage/file-store'

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

/** Errors that say that a key, an upload or a range does not exist. */
const absent = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload', 'InvalidRange'])

export const isAbsent = (error: unknown) => error instanceof Error && absent.has(error.name)

/** The result, or undefined if there is no such key or upload. */
export const unlessAbsent = <T>(work: Promise<T>) =>
  work.catch(error => {
    if (isAbsent(error)) return undefined
    throw error
  })

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

/**
 * A client for one bucket. It adds the prefix to keys, and throws StoreUnavailable for all errors but those that
 * say that something does not exist.
 */
export const createClient = (settings: S3Settings, endpoint = settings.S3_ENDPOINT) => {
  const client = new S3(optionsOf(settings, endpoint))
  client.middlewareStack.add(
    next => async args => {
      try {
        return await next({ ...args, input: withPrefix(args.input, settings) })
      } catch (error) {
        if (isAbsent(error)) throw error
        throw new StoreUnavailable(`The file store: ${messageOf(error)}`)
      }
    },
    { step: 'initialize', name: 'vectoStore' },
  )
  return client
}

export const withoutPrefix = (key: string, { S3_PREFIX }: Pick<S3Settings, 'S3_PREFIX'>) =>
  key.slice(S3_PREFIX.length)
