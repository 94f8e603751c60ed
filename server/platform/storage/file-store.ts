import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** The store has no file with this id. */
export class FileMissing extends Error {}

/** The bytes of a file are not those that its checksum was computed of. */
export class FileDamaged extends Error {
  constructor(
    id: string,
    /** The MD5 of the bytes that there are, in base64. */
    readonly md5: string,
  ) {
    super(`The file ${id} does not have its checksum`)
  }
}

/** The store does not answer, or not in time. A later attempt may succeed. */
export class StoreUnavailable extends Error {}

/** The store's address leads to no store, or to another one: a wrong setting, which no retry resolves. */
export class NotTheStore extends StoreUnavailable {}

/** Bytes of a file to read; both ends are included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Name of a downloaded file, and how the browser treats it. */
export type DownloadHeaders = { readonly contentType: string; readonly disposition: string }

/** Metadata that a store returns without reading the file. */
export type Stamp = {
  readonly size: number
  /** When its bytes were written. */
  readonly written: string
  /** `written` of the original, if the file is a copy from another store. */
  readonly origin: string | undefined
  /** The MD5 of its bytes in base64, where the store computed one. */
  readonly md5?: string | undefined
}

/** What the names of such objects begin with; the uid of their user follows (specification §7). */
export const TEMPORARY = 'temp--'

/** The content of an object that a user put into the store by itself, at the time it was looked at. */
export type IncomingFile = {
  readonly name: string
  /** Each content of the same name has another one. */
  readonly generation: string
  readonly size: number
  /** In base64. Undefined for an object that the store composed of others. */
  readonly md5: string | undefined
  readonly crc32c: string | undefined
  /** As its sender declared it. */
  readonly contentType: string
  readonly label: string | undefined
  readonly writtenAt: Date
}

/**
 * Storage of files by the id of their row in `files`; a complete file never changes. All functions that read or
 * write throw StoreUnavailable while the store does not answer, and FileMissing for an unknown id.
 */
export type FileStore = {
  /** Path of the file, for a store on a disk of this machine. Such a file is read in place. */
  readonly pathOf?: (id: string) => string
  /** The store's own address of the file, valid for `seconds` (LINK_SECONDS). Absent: this server sends the file. */
  readonly addressOf?: (id: string, headers: DownloadHeaders, seconds?: number) => Promise<string>
  /** A note in a remote store that identifies the database that owns it. */
  readonly marker?: {
    readonly name: string
    /** Explanation if the note is malformed. */
    readonly unreadable: string
    /** What to do if it names another database. */
    readonly elsewhere: string
    readonly read: () => Promise<string | undefined>
    readonly write: (text: string) => Promise<void>
  }
  /** Objects that users may put into the store without this server, outside its files. Absent: there is no such way. */
  readonly incoming?: {
    /** The name of the bucket, as descriptors state it. */
    readonly bucket: string
    readonly find: (name: string) => Promise<IncomingFile | undefined>
    /** Copies exactly this content to a file; again, if that is repeated. @throws FileMissing if it has been replaced or removed */
    readonly take: (file: IncomingFile, id: string) => Promise<void>
    /** Removes this content; another one of the same name stays. */
    readonly remove: (file: Pick<IncomingFile, 'name' | 'generation'>) => Promise<void>
    readonly list: () => AsyncIterable<IncomingFile>
  }
  /** Bytes that uploads may still take. */
  readonly usableBytes: () => number
  /** Throws unless files can be written and read. */
  readonly check: () => Promise<void>
  readonly read: (id: string, range?: ByteRange) => Promise<Readable>
  readonly write: (id: string, bytes: Uint8Array) => Promise<void>
  /**
   * Moves a file of this machine into the store. Resolves once it is durable.
   * @param origin for a copy from another store: `written` of the original
   */
  readonly adopt: (path: string, id: string, origin?: string) => Promise<void>
  /** Makes a completed upload durable. */
  readonly sync: (id: string) => Promise<void>
  /**
   * Stores the file `from` under a second id.
   * @param size of the file in bytes, which saves a request to a remote store
   */
  readonly share: (from: string, to: string, size: number) => Promise<void>
  readonly size: (id: string) => Promise<number>
  readonly stamp: (id: string) => Promise<Stamp>
  /**
   * Whether a file of this machine has the bytes of a stored one, by the checksum that the store computed on receipt.
   * Undefined if that is unknown. Absent: the store is a disk of this machine.
   */
  readonly hasBytes?: (id: string, path: string) => Promise<true | undefined>
  /** Whether the store refuses bytes that differ from their checksum, or returns the checksum of received bytes. Absent: a disk. */
  readonly comparesChecksums?: () => Promise<boolean>
  /** Notes that a file is a copy, where that can be done without writing it again. */
  readonly noteOrigin?: (id: string, origin: string) => Promise<void>
  /** Time of the last byte, also of an unfinished upload; undefined if there is no such file. */
  readonly modifiedAt: (id: string) => Promise<Date | undefined>
  /** The ids of all files, complete or not. */
  readonly list: () => AsyncIterable<string>
  /** Removes a file or an unfinished upload. Succeeds if there is none. */
  readonly remove: (id: string) => Promise<void>
  /** Receives resumable uploads (tus). Any instance can continue what another one began. */
  readonly createUploadStore: () => DataStore
}

/** The origin of a store's own addresses, which the panel's pages may show images and videos from. */
export const originOf = async ({ addressOf }: Pick<FileStore, 'addressOf'>) => {
  const any = { contentType: 'image/png', disposition: 'inline' }
  return addressOf && new URL(await addressOf('0'.repeat(20), any)).origin
}

const ID = /^[A-Za-z0-9]{20}$/

/** Ids are generated by the server; a name that a user supplies never reaches the store. */
export const isFileId = (id: string) => ID.test(id)

/** @throws Error for anything but an id */
export const requireFileId = (id: string) => {
  if (!isFileId(id)) throw new Error(`Not a file id: ${id}`)
  return id
}
