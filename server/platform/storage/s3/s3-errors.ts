import { messageOf } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'
import { NotTheStore, StoreUnavailable } from '~/server/platform/storage/file-store'
import { BytesChanged, isChangedOnTheWay } from './s3-checksums'

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
export const isDoubtful = (error: Error) => {
  const { requestId } = metadataOf(error)
  const isMarked = typeof requestId === 'string' || /xml/.test(textIn(headersOf(error), 'content-type') ?? '')
  return error.name === 'NotFound' && !isMarked
}

/** The body was no XML of S3: the SDK's parser fails, or what it finds is a page. */
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
export const storeError = (error: unknown, where: Where): StoreUnavailable => {
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
