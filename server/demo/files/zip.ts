import { crc32 } from 'node:zlib'

type ZipEntry = { readonly name: string; readonly bytes: Buffer }

const version = 20
/** Names are UTF-8. */
const flags = 0x0800
/** 1 January 2025, 00:00, in DOS format; fixed, so that the bytes are the same in every run. */
const date = ((2025 - 1980) << 9) | (1 << 5) | 1

const fields = ({ name, bytes }: ZipEntry) => {
  const common = Buffer.alloc(26)
  common.writeUInt16LE(version, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(date, 8)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(bytes.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  return common
}

const localEntry = (entry: ZipEntry) =>
  Buffer.concat([Buffer.from('PK\x03\x04'), fields(entry), Buffer.from(entry.name), entry.bytes])

const directoryEntry = (entry: ZipEntry, offset: number) => {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const madeBy = Buffer.from([version, 0])
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, fields(entry), rest, Buffer.from(entry.name)])
}

/** A zip whose entries are stored, not compressed: enough for small samples (APPNOTE 6.3 §4.3). */
export const makeZip = (entries: readonly ZipEntry[]): Buffer => {
  const locals = entries.map(localEntry)
  let offset = 0
  const directory = entries.map((entry, at) => {
    const header = directoryEntry(entry, offset)
    offset += locals[at]?.length ?? 0
    return header
  })
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, header) => sum + header.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}
