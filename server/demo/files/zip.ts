import { zipSync } from 'fflate'

type ZipEntry = { readonly name: string; readonly bytes: Buffer }

/** A fixed local time, which is what a zip contains: the bytes are the same in every run and time zone. */
const mtime = new Date(2025, 0, 1)

/** A zip whose entries are stored, not compressed: pictures and documents are compressed already. */
export const makeZip = (entries: readonly ZipEntry[]): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes])), { level: 0, mtime }),
  )
