import type { FileHandle } from 'node:fs/promises'
import type { ReadBytes } from '~/model/video/mp4-boxes'

/** Reads parts of an open file. */
export const readerOf =
  (file: FileHandle): ReadBytes =>
  async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
