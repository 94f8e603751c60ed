import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { LARGEST_PART, smallerPart } from '~/model/upload-parts'
import { apiAddress, authorization, type Connection } from './api'
import { ApiFailure } from './failures'

/** Bytes a request: fewer once a proxy has refused larger ones. */
let partSize = LARGEST_PART
/** Milliseconds between attempts; the last is repeated until the server is back. */
const delays = [1000, 2000, 5000, 10_000, ...Array<number>(1000).fill(30_000)]

export type Sending = {
  /** The id of the upload that an earlier run began. */
  readonly begun: string | undefined
  readonly onBegun: (id: string) => Promise<void>
  readonly onProgress: (sent: number, total: number) => void
  readonly onWaiting: () => void
}

const refusal = (error: Error) => {
  const answer = error instanceof DetailedError ? error.originalResponse : null
  if (!answer) return error
  const body = answer.getBody() ?? ''
  try {
    return new ApiFailure(answer.getStatus(), JSON.parse(body))
  } catch {
    return new ApiFailure(answer.getStatus(), body)
  }
}

/** An attempt that was not answered, or refused. */
type Attempt = {
  readonly originalRequest?: Pick<HttpRequest, 'getMethod'> | null
  readonly originalResponse?: Pick<HttpResponse, 'getStatus'> | null
}

/** 409 to a part means another offset, 423 a lock not released yet: both pass. */
export const mayPass = (error: Attempt) => {
  const status = error.originalResponse?.getStatus() ?? 0
  const isPart = error.originalRequest?.getMethod() !== 'POST'
  return [0, 408, 429].includes(status) || status >= 500 || (isPart && [409, 423].includes(status))
}

/** Takes smaller parts where a proxy refused this one as too large. @returns whether that is worth another attempt */
const shrinkParts = (upload: Upload, error: DetailedError) => {
  const method = error.originalRequest?.getMethod() ?? ''
  const [status, body] = [error.originalResponse?.getStatus() ?? 0, error.originalResponse?.getBody() ?? '']
  const smaller = smallerPart(upload.options.chunkSize ?? partSize, { method, status, body })
  if (smaller === undefined) return false
  partSize = Math.min(partSize, smaller)
  upload.options.chunkSize = smaller
  return true
}

/** The id alone is noted and used: a journal from elsewhere leads the token nowhere else. */
export const idIn = (address: string | null) => new URL(address ?? '').pathname.split('/').pop() ?? ''

/**
 * Sends a file by tus, from where an earlier run stopped, and waits while the server is away.
 * @returns the id of the upload
 * @throws ApiFailure if it is refused
 */
export const sendFile = async (connection: Connection, path: string, sending: Sending): Promise<string> => {
  const { size } = await stat(path)
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: apiAddress(connection, 'files'),
      uploadUrl: sending.begun ? apiAddress(connection, `files/${encodeURIComponent(sending.begun)}`) : null,
      headers: authorization(connection),
      uploadSize: size,
      chunkSize: partSize,
      retryDelays: delays,
      metadata: { filename: basename(path), filetype: 'application/octet-stream' },
      onShouldRetry: error => {
        if (shrinkParts(upload, error)) return true
        const passes = mayPass(error)
        if (passes) sending.onWaiting()
        return passes
      },
      onUploadUrlAvailable: () => void sending.onBegun(idIn(upload.url)).catch(reject),
      onProgress: sent => sending.onProgress(sent, size),
      onError: error => reject(refusal(error)),
      onSuccess: () => resolve(idIn(upload.url)),
    })
    upload.start()
  })
}
