import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Changes one byte of a file in place, like bit rot: hard links change as well, and the size stays the same. */
export const flipByte = (file: string, at = 100) => {
  const descriptor = openSync(file, 'r+')
  try {
    const byte = Buffer.alloc(1)
    readSync(descriptor, byte, 0, 1, at)
    writeSync(descriptor, Buffer.from([byte.readUInt8() ^ 1]), 0, 1, at)
  } finally {
    closeSync(descriptor)
  }
}
