import type { DemoFile } from './files/pictures'

const PE_AT = 0x80
const HEADERS = 0x200

/** `mov eax, 0; ret`: a program that exits at once. */
const code = Buffer.from([0xb8, 0, 0, 0, 0, 0xc3])

const optionalHeader = () => {
  const header = Buffer.alloc(224)
  header.writeUInt16LE(0x10b, 0)
  header.writeUInt32LE(0x200, 4)
  header.writeUInt32LE(0x1000, 16)
  header.writeUInt32LE(0x1000, 20)
  header.writeUInt32LE(0x400000, 28)
  header.writeUInt32LE(0x1000, 32)
  header.writeUInt32LE(0x200, 36)
  for (const [version, at] of [
    [6, 40],
    [6, 48],
  ] as const)
    header.writeUInt16LE(version, at)
  header.writeUInt32LE(0x2000, 56)
  header.writeUInt32LE(HEADERS, 60)
  header.writeUInt16LE(3, 68)
  for (const at of [72, 76, 80, 84]) header.writeUInt32LE(at % 8 === 0 ? 0x100000 : 0x1000, at)
  header.writeUInt32LE(16, 92)
  return header
}

const section = () => {
  const header = Buffer.alloc(40)
  header.write('.text', 'latin1')
  header.writeUInt32LE(code.length, 8)
  header.writeUInt32LE(0x1000, 12)
  header.writeUInt32LE(0x200, 16)
  header.writeUInt32LE(HEADERS, 20)
  header.writeUInt32LE(0x60000020, 36)
  return header
}

/** A Windows program of a kilobyte that does nothing (PE/COFF, 32 bits); `name` makes its bytes unique. */
export const makeInstaller = (name: string): DemoFile => {
  const dos = Buffer.alloc(PE_AT)
  dos.write('MZ', 'latin1')
  dos.writeUInt32LE(PE_AT, 0x3c)
  const coff = Buffer.alloc(24)
  coff.write('PE\0\0', 'latin1')
  coff.writeUInt16LE(0x14c, 4)
  coff.writeUInt16LE(1, 6)
  coff.writeUInt16LE(224, 20)
  coff.writeUInt16LE(0x102, 22)
  const headers = Buffer.concat([dos, coff, optionalHeader(), section()], HEADERS)
  const text = Buffer.concat([code, Buffer.from(`\0${name}`)], 0x200)
  return {
    name: `${name}.exe`,
    contentType: 'application/x-msdownload',
    bytes: Buffer.concat([headers, text]),
  }
}
