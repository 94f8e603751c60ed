import { DetailedError, Upload } from 'tus-js-client'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import type { Transfer, TransferEvents } from '~/src/api/uploader'

/** Bytes: small enough that a lost connection costs seconds, large enough for a fast one. */
const CHUNK = 8 * 1024 * 1024
const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

const statusOf = (error: Error) =>
  error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : undefined

/** True if a retry may succeed: no response, a busy or failing server, a lock not yet released. */
const mayPass = (error: Error) => {
  const status = statusOf(error)
  return status !== undefined && (status === 0 || status >= 500 || [409, 423, 429].includes(status))
}

const optionsFor = (file: File, { endpoint, headers }: Awaited<ReturnType<UploadTarget>>) => ({
  endpoint,
  headers: { ...headers },
  chunkSize: CHUNK,
  // Retried here without a limit; tus-js-client's own list of delays is finite.
  retryDelays: null,
  removeFingerprintOnSuccess: true,
  metadata: { filename: file.name, filetype: file.type || 'application/octet-stream' },
})

/** Retries with exponential backoff, and at once when the browser is back online. */
const backOff = (again: () => void) => {
  let delay = FIRST_RETRY
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
  }
  const run = () => {
    stop()
    again()
  }
  const wait = () => {
    stop()
    addEventListener('online', run)
    timer = setTimeout(run, delay)
    delay = Math.min(delay * 2, LAST_RETRY)
  }
  const reset = () => {
    delay = FIRST_RETRY
  }
  return { wait, stop, reset }
}

const resumeEarlier = async (upload: Upload, onResumed: () => void) => {
  const [earlier] = await upload.findPreviousUploads()
  if (!earlier) return
  upload.resumeFromPreviousUpload(earlier)
  onResumed()
}

/** Uploads a file over tus; survives a lost connection, and resumes an earlier attempt. */
export const startTransfer = async (
  file: File,
  target: UploadTarget,
  events: TransferEvents,
): Promise<Transfer> => {
  const retry = backOff(() => upload.start())
  const upload = new Upload(file, {
    ...optionsFor(file, await target()),
    onProgress: (sent, total) => {
      retry.reset()
      events.onProgress(sent, total ?? file.size)
    },
    onError: error => {
      if (!mayPass(error)) return events.onFailed(error)
      events.onWaiting()
      retry.wait()
    },
    onSuccess: () => events.onSent(upload.url ?? ''),
  })
  await resumeEarlier(upload, events.onResumed)
  upload.start()
  const stop = (remove: boolean) => {
    retry.stop()
    return upload.abort(remove)
  }
  return {
    pause: () => void stop(false),
    resume: () => upload.start(),
    cancel: () => stop(true).catch(() => undefined),
    release: () => void stop(false),
  }
}

/** Removes a finished upload that nothing references; the server would do so in time (decisions §8). */
export const dropUpload = async (url: string, target: UploadTarget) => {
  const { headers } = await target()
  await Upload.terminate(url, { headers: { ...headers } }).catch(() => undefined)
}
