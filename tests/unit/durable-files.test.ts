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
import { RecentMap } from '~/server/platform/storage/recent-map'

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

describe('what is flushed to the disk', () => {
  it('may be a file or a folder', async () => {
    const file = written('a')
    for (const place of [file, folder]) {
      expect(fsyncPath(place)).toBeUndefined()
      expect(await fsyncLater(place)).toBeUndefined()
    }
  })

  it('is refused where there is nothing', async () => {
    const missing = join(folder, 'missing')
    expect(() => fsyncPath(missing)).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    await expect(fsyncLater(missing)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(fsyncTree(missing)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('as a tree is a folder, not a file', async () => {
    await expect(fsyncTree(written('a'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  })

  it('as a tree may be empty, deep, and hold names of any kind', async () => {
    made('empty')
    made('a/b/c')
    written('a/b/c/film – “one”.mp4')
    written('a/.hidden')
    expect(await fsyncTree(folder)).toBeUndefined()
  })

  it('does not follow links, to nowhere or to where they stand', async () => {
    symlinkSync(join(folder, 'missing'), join(folder, 'nowhere'))
    symlinkSync(folder, join(made('a'), 'around'))
    expect(await fsyncTree(folder)).toBeUndefined()
  })
})

describe('the hash of a file', () => {
  const empty = {
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    sha256: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  }

  it('is that of its bytes, in the letters that are asked for', async () => {
    const file = written('a', 'abc')
    expect(await hashOf(file, 'md5', 'hex')).toBe('900150983cd24fb0d6963f7d28e17f72')
    expect(await hashOf(file, 'md5', 'base64')).toBe('kAFQmDzST7DWlj99KOF/cg==')
    expect(await hashOf(file, 'sha256', 'hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('is that of nothing if it is empty', async () => {
    const file = written('a', '')
    expect(await hashOf(file, 'md5', 'hex')).toBe(empty.md5)
    expect(await hashOf(file, 'sha256', 'base64')).toBe(empty.sha256)
  })

  it('covers all of it where it is read in several parts', async () => {
    const bytes = Buffer.alloc((1 << 20) * 2 + 1, 'vecto')
    const whole = createHash('sha256').update(bytes).digest('hex')
    expect(await hashOf(written('large', bytes), 'sha256', 'hex')).toBe(whole)
    expect(await hashOf(written('shorter', bytes.subarray(1)), 'sha256', 'hex')).not.toBe(whole)
  })

  it.each([
    ['a file that is missing', 'missing', 'ENOENT'],
    ['a folder', '.', 'EISDIR'],
  ])('is refused for %s', async (_what, name, code) => {
    await expect(hashOf(join(folder, name), 'md5', 'hex')).rejects.toMatchObject({ code })
  })

  it('is given up when nobody waits for it any more', async () => {
    const file = written('a')
    await expect(hashOf(file, 'md5', 'hex', AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('the hash of a stream', () => {
  it('does not depend on how the bytes arrive', async () => {
    const parts = ['a', '', 'bc'].map(part => Buffer.from(part))
    expect(await hashOfStream(Readable.from(parts), 'md5', 'hex')).toBe('900150983cd24fb0d6963f7d28e17f72')
  })

  it('is none where the stream breaks off', async () => {
    const breaking = Readable.from(
      (function* () {
        yield Buffer.from('a')
        throw new Error('cut off')
      })(),
    )
    await expect(hashOfStream(breaking, 'md5', 'hex')).rejects.toThrow('cut off')
  })

  it('closes what it reads when it is given up', async () => {
    const endless = new Readable({ read: () => undefined })
    const abort = new AbortController()
    const hash = hashOfStream(endless, 'md5', 'hex', abort.signal)
    abort.abort()
    await expect(hash).rejects.toMatchObject({ name: 'AbortError' })
    expect(endless.destroyed).toBe(true)
  })
})

describe('the room on a disk', () => {
  it('is what this user may fill, no more than the disk is free or large', () => {
    const { bfree, blocks, bsize } = statfsSync(folder)
    const free = freeBytes(folder)
    expect(free % bsize).toBe(0)
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(blocks * bsize)
    expect(bfree).toBeLessThanOrEqual(blocks)
  })

  it('is unknown of a folder that is missing', () => {
    expect(() => freeBytes(join(folder, 'missing'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })

  it.each([
    [0, '0 MB'],
    [1, '1 MB'],
    [1_000_000, '1 MB'],
    [1_000_001, '2 MB'],
    [12_345_678_901, '12346 MB'],
  ])('of %d bytes is said as %s', (bytes, said) => {
    expect(inMegabytes(bytes)).toBe(said)
  })
})

describe('a map of what was set last', () => {
  const filled = (most: number, keys: readonly string[]) => {
    const map = new RecentMap<string, number>(most)
    for (const [index, key] of keys.entries()) map.set(key, index)
    return map
  }

  it.each([
    [
      'all of them while there is room',
      3,
      ['a', 'b', 'c'],
      [
        ['a', 0],
        ['b', 1],
        ['c', 2],
      ],
    ],
    [
      'not the oldest beyond that',
      3,
      ['a', 'b', 'c', 'd'],
      [
        ['b', 1],
        ['c', 2],
        ['d', 3],
      ],
    ],
    [
      'what was set again as new',
      2,
      ['a', 'b', 'a', 'c'],
      [
        ['a', 2],
        ['c', 3],
      ],
    ],
    [
      'one key once, however often it is set',
      3,
      ['a', 'a', 'b', 'a'],
      [
        ['b', 2],
        ['a', 3],
      ],
    ],
    ['only the last where there is room for one', 1, ['a', 'b'], [['b', 1]]],
    ['nothing where there is room for none', 0, ['a', 'b'], []],
  ])('keeps %s', (_what, most, keys, entries) => {
    expect([...filled(most, keys)]).toEqual(entries)
  })

  it('is not refreshed by reading', () => {
    const map = filled(2, ['a', 'b'])
    expect([map.get('a'), map.has('a')]).toEqual([0, true])
    map.set('c', 9)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 1, 9])
  })

  it('has room again for what was deleted', () => {
    const map = filled(2, ['a', 'b'])
    map.delete('b')
    expect([...map.set('c', 9).keys()]).toEqual(['a', 'c'])
  })

  it('keeps a value of undefined and a key of NaN as any other', () => {
    const map = new RecentMap<number, undefined>(2)
    map.set(Number.NaN, undefined).set(1, undefined).set(Number.NaN, undefined)
    expect([...map.keys()]).toEqual([1, Number.NaN])
    expect(map.size).toBe(2)
  })
})
