import type { FileDescriptor } from '~/model/fields'

export type TransferEvents = {
  readonly onProgress: (sent: number, total: number) => void
  /** The line or the server is gone; it goes on by itself. */
  readonly onWaiting: () => void
  readonly onResumed: () => void
  readonly onFailed: (error: Error) => void
  /** All of it is there, at this address. */
  readonly onSent: (address: string) => void
}

export type Transfer = {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it and removes what was sent. */
  readonly cancel: () => Promise<void>
  /** Lets go of it, as its screen is left. */
  readonly release: () => void
}

/** A way to send files. */
export type Uploader = {
  readonly start: (file: File, events: TransferEvents) => Promise<Transfer>
  /** What became of a file that was sent. */
  readonly describe: (address: string) => Promise<FileDescriptor>
  /** Removes a file that was sent and that nothing refers to. */
  readonly drop: (address: string) => Promise<void>
}
