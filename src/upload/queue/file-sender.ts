import type { FileDescriptor } from '~/model/fields'
import type { Transfer, Uploader } from '~/src/api/uploader'
import { heldUploads } from '~/src/upload/held-uploads'
import { patiently } from '~/src/upload/patiently'
import type { Part, SentFiles } from './queue-item'

type Events = {
  /** Bytes of all files together. */
  readonly onProgress: (sent: number) => void
  readonly onWaiting: () => void
  readonly onFailed: (error: unknown) => void
  readonly onSent: (files: SentFiles) => void
}

/** Why a run ended: what it sent is not wanted. */
const DISCARDED = 'discarded'

const isDiscarded = ({ reason }: AbortSignal) => reason === DISCARDED

const remove = async (
  uploader: () => Promise<Uploader>,
  underWay: Transfer | undefined,
  sent: readonly string[],
) => {
  await underWay?.cancel()
  const sender = await uploader()
  await Promise.all(sent.map(sender.drop))
}

/** Sends the files of one record, one after the other. What was sent is not sent again by a later start. */
export const fileSender = (parts: readonly Part[], uploader: () => Promise<Uploader>, events: Events) => {
  let files: Record<string, FileDescriptor> = {}
  /** Where each file was sent, from its last byte on, before the server has described it. */
  let addresses: Record<string, string> = {}
  let transfer: Transfer | undefined
  /** Ends what runs now: each start has its own. */
  let run = new AbortController()
  /** Removes what an earlier run sent. */
  let removal: Promise<unknown> = Promise.resolve()

  const sizeSent = () => parts.reduce((sum, { field, file }) => sum + (files[field] ? file.size : 0), 0)
  const fail = (error: unknown) => {
    transfer?.release()
    transfer = undefined
    events.onFailed(error)
  }
  const describe = async (part: Part, address: string, signal: AbortSignal) => {
    transfer = undefined
    addresses[part.field] = address
    try {
      const sender = await uploader()
      const { onWaiting } = events
      const file = await patiently(() => sender.describe(address), { onWaiting, signal })
      if (!file || isDiscarded(signal)) return
      files[part.field] = file
      if (!signal.aborted) await next(signal)
    } catch (error) {
      heldUploads.free(address)
      delete addresses[part.field]
      if (!signal.aborted) fail(error)
    }
  }
  const begin = async (part: Part, signal: AbortSignal) => {
    const before = sizeSent()
    const begun = await (await uploader()).start(part.file, {
      onProgress: sent => !signal.aborted && events.onProgress(before + sent),
      onWaiting: () => !signal.aborted && events.onWaiting(),
      onResumed: () => undefined,
      onFailed: fail,
      onSent: address => void describe(part, address, signal),
    })
    if (!signal.aborted) transfer = begun
    else if (isDiscarded(signal)) await begun.cancel()
    else begun.release()
  }
  const next = async (signal: AbortSignal): Promise<void> => {
    const part = parts.find(({ field }) => !files[field])
    if (!part) return events.onSent(files)
    const address = addresses[part.field]
    await (address ? describe(part, address, signal) : begin(part, signal))
  }
  return {
    start: () => {
      run = new AbortController()
      const { signal } = run
      void removal.then(() => (signal.aborted ? undefined : next(signal))).catch(fail)
    },
    /** Stops; a later start goes on where it was. */
    stop: () => {
      run.abort()
      transfer?.release()
      transfer = undefined
    },
    /** The server no longer has what was sent: a later start sends it again. */
    forget: () => {
      files = {}
      addresses = {}
    },
    /** Removes what was sent; a later start waits for that, and sends it again. */
    discard: () => {
      run.abort(DISCARDED)
      removal = remove(uploader, transfer, Object.values(addresses)).catch(() => undefined)
      transfer = undefined
      files = {}
      addresses = {}
      return removal
    },
  }
}

export type FileSender = ReturnType<typeof fileSender>
