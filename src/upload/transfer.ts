import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { isFromBetween, LARGEST_PART, smallerPart } from '~/model/upload-parts'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import { userOfPage } from '~/src/api/session'
import type { Transfer, TransferEvents } from '~/src/api/uploader'
import { backOff, isPassing } from './back-off'
import { heldUploads } from './held-uploads'
import { canRead, UnreadableFileError } from './local-file'
import { forgetUpload, isOfServer, noteUpload } from './unfinished'

/** Bytes of a part, for all uploads of this tab; reduced once a proxy has refused a larger one. */
let partSize = LARGEST_PART

/** Reduces the part size if a proxy refused this part as too large. @returns whether to retry */
const shrinkParts = (upload: Upload, error: Error) => {
  if (!(error instanceof DetailedError)) return false
  const [method, status] = [error.originalRequest?.getMethod() ?? '', statusOf(error) ?? 0]
  const body = error.originalResponse?.getBody() ?? ''
  const smaller = smallerPart(upload.options.chunkSize ?? partSize, { method, status, body })
  if (smaller === undefined) return false
  partSize = Math.min(partSize, smaller)
  upload.options.chunkSize = smaller
  return true
}

/** A response to HEAD without the offset of the upload: tus-js-client would restart from 0. */
class UnknownOffset extends Error {
  constructor(readonly status: number) {
    super(`HEAD was answered with ${status}`)
  }
}

/** The upload is gone, or a record has claimed it: a new one is started. */
const isGone = (status: number) => [404, 409, 410].includes(status)

const statusOf = (error: Error) => {
  if (!(error instanceof DetailedError)) return undefined
  if (error.causingError instanceof UnknownOffset) return error.causingError.status
  return error.originalResponse?.getStatus() ?? 0
}

/** A 409 for a part means another offset, and is retried; for the creation it means a quota, and is not. */
const isCreation = (error: Error) =>
  error instanceof DetailedError && error.originalRequest?.getMethod() === 'POST'

/** Permanent errors of proxies: a request that is too large or forbidden now will be so in a minute. */
const lasting = [403, 413]

/**
 * The response is not the server's, such as the sign-in page of a captive portal: tus finds no URL or offset in a 2xx,
 * and an error has no code. A retry succeeds once the user has signed in there.
 */
const isIntercepted = (error: Error) => {
  if (!(error instanceof DetailedError) || !error.originalResponse) return false
  const [status, body] = [error.originalResponse.getStatus(), error.originalResponse.getBody() ?? '']
  return (status < 400 || isFromBetween(status, body)) && !lasting.includes(status)
}

/** True if a retry may succeed: no response, a busy or failing server, a lock not yet released. */
const mayPass = (error: Error) => {
  const status = statusOf(error)
  return isIntercepted(error) || isPassing(status) || status === 423 || (status === 409 && !isCreation(error))
}

/** The fingerprint of tus-js-client: the same file at the same server. */
const fingerprintOf = ({ name, type, size, lastModified }: File, endpoint: string) =>
  ['tus-br', name, type, size, lastModified, endpoint].join('-')

const optionsFor = (file: File, { endpoint, headers }: Awaited<ReturnType<UploadTarget>>) => ({
  endpoint,
  headers: { ...headers },
  chunkSize: partSize,
  // Retried here without a limit; tus-js-client's own list of delays is finite.
  retryDelays: null,
  // Kept until a record has claimed the file: if it is selected again after a reload, nothing is sent twice.
  removeFingerprintOnSuccess: false,
  onAfterResponse: (request: HttpRequest, response: HttpResponse) => {
    const status = response.getStatus()
    if (request.getMethod() !== 'HEAD' || status < 400) return
    if (!isGone(status)) throw new UnknownOffset(status)
    // The response of a proxy must not restart the upload.
    if (!isOfServer(response.getHeader('Content-Type'))) throw new UnknownOffset(0)
  },
  // Keyed by user: an upload can be resumed and seen only by the user who started it.
  fingerprint: async (chosen: File) => `@${userOfPage() ?? ''}::${fingerprintOf(chosen, endpoint)}`,
  metadata: { filename: file.name, filetype: file.type || 'application/octet-stream' },
})

const resumeEarlier = async (upload: Upload, onResumed: () => void) => {
  const previous = await upload.findPreviousUploads()
  const earlier = previous.find(({ uploadUrl }) => uploadUrl && !heldUploads.has(uploadUrl))
  if (!earlier) return
  upload.resumeFromPreviousUpload(earlier)
  heldUploads.hold(upload.url)
  onResumed()
}

/** Uploads a file over tus; survives a lost connection, and resumes an earlier attempt. */
export const startTransfer = async (
  file: File,
  target: UploadTarget,
  events: TransferEvents,
): Promise<Transfer> => {
  let progress = 0
  let isStopped = false
  const fail = (error: Error) => {
    if (shrinkParts(upload, error)) return upload.start()
    if (!mayPass(error)) return events.onFailed(error)
    events.onWaiting()
    retry.wait()
  }
  /** A part that cannot be read looks like a lost connection, and no retry would succeed. */
  const failUnlessUnread = async (error: Error) => {
    const isReadable = await canRead(file, progress)
    if (isStopped) return
    if (isReadable) return fail(error)
    // Released, so that the same file can resume it once selected again.
    heldUploads.free(upload.url)
    events.onFailed(new UnreadableFileError())
  }
  const retry = backOff(() => upload.start())
  let isNoted = false
  const upload = new Upload(file, {
    ...optionsFor(file, await target()),
    onProgress: (sent, total) => {
      progress = sent
      retry.reset()
      if (!isNoted) isNoted = noteUpload(upload.url)
      events.onProgress(sent, total ?? file.size)
    },
    onError: error => (statusOf(error) ? fail(error) : void failUnlessUnread(error)),
    onUploadUrlAvailable: () => heldUploads.hold(upload.url),
    onSuccess: () => events.onSent(upload.url ?? ''),
  })
  await resumeEarlier(upload, events.onResumed)
  upload.start()
  const stop = (remove: boolean) => {
    isStopped = true
    retry.stop()
    return upload.abort(remove)
  }
  const free = () => heldUploads.free(upload.url)
  const cancel = async () => {
    await stop(true).catch(() => undefined)
    free()
  }
  return {
    pause: () => void stop(false),
    resume: () => {
      isStopped = false
      upload.start()
    },
    cancel,
    release: () => {
      void stop(false)
      free()
    },
  }
}

/** Removes a finished upload that nothing references; the server would do so in time (decisions §8). */
export const dropUpload = async (url: string, target: UploadTarget) => {
  const { headers } = await target()
  await Upload.terminate(url, { headers: { ...headers } }).catch(() => undefined)
  heldUploads.free(url)
  forgetUpload(url)
}
