import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  freeBytes,
  fsyncLater,
  fsyncPath,
  fsyncTree,
  hashOf,
  hashOfStream,
  inMegabytes,
} from '~/server/platform/disk/durable'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const written = (name: string, content: string | Buffer = name) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

const made = (name: string) => {
  const inner = join(folder, name)
  mkdirSync(inner, { recursive: true })
  return inner
}

describe('fsync', () => {
  it('flushes files and folders to the disk', async () => {
    const file = written('a')
    for (const place of [file, folder]) {
      expect(fsyncPath(place)).toBeUndefined()
      expect(await fsyncLater(place)).toBeUndefined()
    }
  })

  it('rejects a missing path with ENOENT', async () => {
    const missing = join(folder, 'missing')
    expect(() => fsyncPath(missing)).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    await expect(fsyncLater(missing)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(fsyncTree(missing)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('rejects a file as a tree with ENOTDIR', async () => {
    await expect(fsyncTree(written('a'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('flushes a tree with empty and nested folders and any file names', async () => {
    made('empty')
    made('a/b/c')
    written('a/b/c/film – “one”.mp4')
    written('a/.hidden')
    expect(await fsyncTree(folder)).toBeUndefined()
  })

  it('fsyncTree ignores dangling and circular symbolic links', async () => {
    symlinkSync(join(folder, 'missing'), join(folder, 'nowhere'))
    symlinkSync(folder, join(made('a'), 'around'))
    expect(await fsyncTree(folder)).toBeUndefined()
  })
})

describe('file hashes', () => {
  const empty = {
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    sha256: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  }

  it('hashes the bytes of a file in the requested algorithm and encoding', async () => {
    const file = written('a', 'abc')
    expect(await hashOf(file, 'md5', 'hex')).toBe('900150983cd24fb0d6963f7d28e17f72')
    expect(await hashOf(file, 'md5', 'base64')).toBe('kAFQmDzST7DWlj99KOF/cg==')
    expect(await hashOf(file, 'sha256', 'hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('hashes an empty file', async () => {
    const file = written('a', '')
    expect(await hashOf(file, 'md5', 'hex')).toBe(empty.md5)
    expect(await hashOf(file, 'sha256', 'base64')).toBe(empty.sha256)
  })

  it('hashes a whole file that is read in several chunks', async () => {
    const bytes = Buffer.alloc((1 << 20) * 2 + 1, 'vecto')
    const whole = createHash('sha256').update(bytes).digest('hex')
    expect(await hashOf(written('large', bytes), 'sha256', 'hex')).toBe(whole)
    expect(await hashOf(written('shorter', bytes.subarray(1)), 'sha256', 'hex')).not.toBe(whole)
  })

  it.each([
    ['a missing file', 'missing', 'ENOENT'],
    ['a folder', '.', 'EISDIR'],
  ])('hashing fails for %s', async (_what, name, code) => {
    await expect(hashOf(join(folder, name), 'md5', 'hex')).rejects.toMatchObject({ code })
  })

  it('aborts the hash of a file with its signal', async () => {
    const file = written('a')
    await expect(hashOf(file, 'md5', 'hex', AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('stream hashes', () => {
  it('the hash of a stream does not depend on its chunks', async () => {
    const parts = ['a', '', 'bc'].map(part => Buffer.from(part))
    expect(await hashOfStream(Readable.from(parts), 'md5', 'hex')).toBe('900150983cd24fb0d6963f7d28e17f72')
  })

  it('the hash fails when the stream breaks off', async () => {
    const breaking = Readable.from(
      (function* () {
        yield Buffer.from('a')
        throw new Error('cut off')
      })(),
    )
    await expect(hashOfStream(breaking, 'md5', 'hex')).rejects.toThrow('cut off')
  })

  it('destroys the stream when its hash is aborted', async () => {
    const endless = new Readable({ read: () => undefined })
    const abort = new AbortController()
    const hash = hashOfStream(endless, 'md5', 'hex', abort.signal)
    abort.abort()
    await expect(hash).rejects.toMatchObject({ name: 'AbortError' })
    expect(endless.destroyed).toBe(true)
  })
})

describe('free disk space', () => {
  it('freeBytes counts the blocks available to this user', () => {
    const { bfree, blocks, bsize } = statfsSync(folder)
    const free = freeBytes(folder)
    expect(free % bsize).toBe(0)
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(blocks * bsize)
    expect(bfree).toBeLessThanOrEqual(blocks)
  })

  it('freeBytes fails for a missing folder', () => {
    expect(() => freeBytes(join(folder, 'missing'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })

  it.each([
    [0, '0 MB'],
    [1, '1 MB'],
    [1_000_000, '1 MB'],
    [1_000_001, '2 MB'],
    [12_345_678_901, '12346 MB'],
  ])('formats %d bytes as %s', (bytes, said) => {
    expect(inMegabytes(bytes)).toBe(said)
  })
})
