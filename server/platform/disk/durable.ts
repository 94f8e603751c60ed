import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, statfsSync } from 'node:fs'
import { open, opendir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Flushes a file, or the entries of a folder, to disk. */
export const fsyncPath = (file: string) => {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Like `fsyncPath`, but asynchronous. */
export const fsyncLater = async (file: string) => {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a folder and all its contents to disk. */
export const fsyncTree = async (folder: string): Promise<void> => {
  for await (const entry of await opendir(folder, { bufferSize: 1000 })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) await fsyncTree(place)
    else if (entry.isFile()) await fsyncLater(place)
  }
  await fsyncLater(folder)
}

/** The hash of a stream's content. */
export const hashOfStream = async (
  stream: Readable,
  algorithm: 'md5' | 'sha256',
  encoding: 'base64' | 'hex',
  signal?: AbortSignal,
) => {
  const hash = createHash(algorithm)
  await pipeline(stream, hash, { signal })
  return hash.digest(encoding)
}

export const hashOf = (
  file: string,
  algorithm: 'md5' | 'sha256',
  encoding: 'base64' | 'hex',
  signal?: AbortSignal,
) => hashOfStream(createReadStream(file, { highWaterMark: 1 << 20 }), algorithm, encoding, signal)

/** Bytes available to this user on the disk of a folder. */
export const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
