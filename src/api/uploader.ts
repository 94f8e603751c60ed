import type { FileDescriptor } from '~/model/fields'

export type TransferEvents = {
  readonly onProgress: (sent: number, total: number) => void
  /** The connection or the server is lost; the transfer resumes by itself. */
  readonly onWaiting: () => void
  readonly onResumed: () => void
  readonly onFailed: (error: Error) => void
  /** The whole file has been sent, to this address. */
  readonly onSent: (address: string) => void
}

export type Transfer = {
  readonly pause: () => void
  readonly resume: () => void
  /** Aborts the transfer and removes what was sent. */
  readonly cancel: () => Promise<void>
  /** Releases the transfer when its screen is left. */
  readonly release: () => void
}

/** An upload of an earlier visit that resumes when its file is selected again. Sizes in bytes. */
export type Unfinished = {
  readonly address: string
  readonly name: string
  readonly sent: number
  readonly total: number
}

/** A protocol for sending files. */
export type Uploader = {
  readonly start: (file: File, events: TransferEvents) => Promise<Transfer>
  /** The descriptor of a file that was sent. */
  readonly describe: (address: string) => Promise<FileDescriptor>
  /** Removes a sent file that nothing references. */
  readonly drop: (address: string) => Promise<void>
  /** Uploads that can be resumed, the latest first; absent if the protocol cannot resume any. */
  readonly unfinished?: () => Promise<readonly Unfinished[]>
}
