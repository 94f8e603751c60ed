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

/** The abort reason of a run whose sent files are discarded. */
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

/** The files of a record that have been sent. */
const sentParts = (parts: readonly Part[]) => {
  let files: Record<string, FileDescriptor> = {}
  /** URLs of the files that are sent completely, until the server has described them. */
  let addresses: Record<string, string> = {}
  return {
    files: () => files,
    addresses: () => Object.values(addresses),
    addressOf: ({ field }: Part) => addresses[field],
    /** Bytes of the files that the server has described. */
    size: () => parts.reduce((sum, { field, file }) => sum + (files[field] ? file.size : 0), 0),
    next: () => parts.find(({ field }) => !files[field]),
    addAddress: ({ field }: Part, address: string) => {
      addresses[field] = address
    },
    removeAddress: ({ field }: Part) => {
      delete addresses[field]
    },
    addFile: ({ field }: Part, file: FileDescriptor) => {
      files[field] = file
    },
    clear: () => {
      files = {}
      addresses = {}
    },
  }
}

/** The transfer of one record's files. */
type Sending = {
  readonly uploader: () => Promise<Uploader>
  readonly events: Events
  readonly sent: ReturnType<typeof sentParts>
  transfer: Transfer | undefined
}

/** Reports a failure of a run, unless the run was stopped or discarded. */
const failIn = (sending: Sending, signal: AbortSignal) => (error: unknown) => {
  if (signal.aborted) return
  sending.transfer?.release()
  sending.transfer = undefined
  sending.events.onFailed(error)
}

const describe = async (
  { uploader, events, sent }: Sending,
  part: Part,
  address: string,
  signal: AbortSignal,
) => {
  sent.addAddress(part, address)
  try {
    const sender = await uploader()
    const { onWaiting } = events
    const file = await patiently(() => sender.describe(address), { onWaiting, signal })
    if (file && !isDiscarded(signal)) sent.addFile(part, file)
  } catch (error) {
    heldUploads.free(address)
    sent.removeAddress(part)
    throw error
  }
}

const begin = async (sending: Sending, part: Part, signal: AbortSignal) => {
  const { uploader, events } = sending
  const before = sending.sent.size()
  const begun = await (await uploader()).start(part.file, {
    onProgress: bytes => !signal.aborted && events.onProgress(before + bytes),
    onWaiting: () => !signal.aborted && events.onWaiting(),
    onResumed: () => undefined,
    onFailed: failIn(sending, signal),
    onSent: address => {
      if (isDiscarded(signal)) return
      if (!signal.aborted) sending.transfer = undefined
      void finish(sending, part, address, signal).catch(failIn(sending, signal))
    },
  })
  if (!signal.aborted) sending.transfer = begun
  else if (isDiscarded(signal)) await begun.cancel()
  else begun.release()
}

const finish = async (sending: Sending, part: Part, address: string, signal: AbortSignal) => {
  await describe(sending, part, address, signal)
  if (!signal.aborted) await next(sending, signal)
}

const next = async (sending: Sending, signal: AbortSignal): Promise<void> => {
  const { sent, events } = sending
  const part = sent.next()
  if (!part) return events.onSent(sent.files())
  const address = sent.addressOf(part)
  await (address ? finish(sending, part, address, signal) : begin(sending, part, signal))
}

/** Sends the files of one record, one after the other. A later start does not repeat files that were sent. */
export const fileSender = (parts: readonly Part[], uploader: () => Promise<Uploader>, events: Events) => {
  const sent = sentParts(parts)
  const sending: Sending = { uploader, events, sent, transfer: undefined }
  /** Aborts the current run: each start has its own. */
  let run = new AbortController()
  /** Removes what an earlier run sent. */
  let removal: Promise<unknown> = Promise.resolve()
  return {
    start: () => {
      run = new AbortController()
      const { signal } = run
      void removal
        .then(() => (signal.aborted ? undefined : next(sending, signal)))
        .catch(failIn(sending, signal))
    },
    /** Stops; a later start resumes. */
    stop: () => {
      run.abort()
      sending.transfer?.release()
      sending.transfer = undefined
    },
    /** Called when the server no longer has the sent files: a later start sends them again. */
    forget: sent.clear,
    /** Removes the sent files; a later start waits for that, and sends them again. */
    discard: () => {
      run.abort(DISCARDED)
      removal = remove(uploader, sending.transfer, sent.addresses()).catch(() => undefined)
      sending.transfer = undefined
      sent.clear()
      return removal
    },
  }
}

export type FileSender = ReturnType<typeof fileSender>
