import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { type CopyOptions, copyStore } from '~/server/platform/storage/copy-store'
import type { FileStore } from '~/server/platform/storage/file-store'
import { folderStore } from '~/server/platform/storage/folder-store'
import { s3Store } from '~/server/platform/storage/s3/s3-store'
import { long } from '../support/process/long'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import {
  missingEmulator,
  openBucket,
  type StorageEmulator,
  startStorageEmulator,
} from '../support/storage/storage-emulator'

const MB = 1024 ** 2
const place = mkdtempSync(join(tmpdir(), 'vecto-copies-'))
let s3: S3Server
let firebase: StorageEmulator | undefined

beforeAll(async () => {
  s3 = await startS3()
  firebase = missingEmulator === undefined ? await startStorageEmulator() : undefined
}, 200_000)
afterAll(async () => {
  await Promise.all([s3.stop(), firebase?.stop()])
  rmSync(place, { recursive: true })
})

const openers: Readonly<Record<string, () => FileStore>> = {
  folder: () => folderStore(mkdtempSync(join(place, 'files-')), { usableBytes: () => 1 }),
  s3: () => {
    const { S3_BUCKET = '', ...config } = readConfig({ ...s3.settings, S3_PREFIX: `${newUid()}/` }, 'test')
    return s3Store({ ...config, S3_BUCKET })
  },
  firebase: () => openBucket(firebase),
}

/** A store of this kind, and the ids of the files that are read from it. */
const opened = (kind = '') => {
  const store = openers[kind]?.()
  if (!store) throw new Error(`There is no store ${kind}`)
  const read: string[] = []
  const watched: FileStore = {
    ...store,
    read: (id, range) => {
      read.push(id)
      return store.read(id, range)
    },
  }
  return { store: watched, read }
}

const put = async (store: FileStore, id: string, bytes: Buffer) => {
  const file = join(place, 'new')
  await writeFile(file, bytes)
  await store.adopt(file, id)
}

const bytesOf = async (store: FileStore, id: string) => buffer(await store.read(id))

const ways = [
  ['folder', 's3'],
  ['s3', 'folder'],
  ['folder', 'folder'],
  ['s3', 's3'],
  ['folder', 'firebase'],
  ['firebase', 's3'],
] as const

describe.each(ways)('copies from %s to %s', (source, target) => {
  beforeEach(context => {
    if (missingEmulator && [source, target].some(kind => kind === 'firebase')) context.skip(missingEmulator)
  })

  /** Sizes uploaded to a bucket in one part and in two. */
  const sizes = [20_000, 12 * MB]
  const setUp = async () => {
    const [from, to] = [opened(source), opened(target)]
    const ids: string[] = []
    for (const size of sizes) {
      const id = newUid()
      await put(from.store, id, randomBytes(size))
      ids.push(id)
    }
    const copy = (more: Partial<CopyOptions> = {}) => {
      const signal = new AbortController().signal
      return copyStore(from.store, to.store, { scratch: place, signal, ...more })
    }
    const same = async () => {
      for (const id of ids) {
        const [one, other] = [await bytesOf(from.store, id), await bytesOf(to.store, id)]
        if (!one.equals(other)) return false
      }
      return true
    }
    const forget = () => {
      for (const { read } of [from, to]) read.splice(0)
    }
    return { from, to, ids, copy, same, forget }
  }

  it('a second run skips copied files without reading them', async () => {
    const { from, to, copy, same, forget } = await setUp()
    expect(await copy()).toMatchObject({ copied: 2, skipped: 0 })
    expect(await same()).toBe(true)
    forget()
    expect(await copy()).toMatchObject({ copied: 0, skipped: 2, replaced: [] })
    expect([from.read, to.read]).toEqual([[], []])
  })

  it('replaces a file of the same size with other bytes', long, async () => {
    const { to, ids, copy, same } = await setUp()
    for (const [index, id] of ids.entries()) await put(to.store, id, randomBytes(sizes[index] ?? 0))
    const { replaced, ...counts } = await copy()
    expect([replaced.toSorted(), counts]).toEqual([
      ids.toSorted(),
      expect.objectContaining({ copied: 0, skipped: 0, bytes: 20_000 + 12 * MB }),
    ])
    expect(await same()).toBe(true)
  })

  it('recognizes identical files by their bytes when no stamp is recorded', async () => {
    const { from, to, ids, copy } = await setUp()
    for (const id of ids) await put(to.store, id, await bytesOf(from.store, id))
    expect(await copy()).toMatchObject({ copied: 0, skipped: 2, replaced: [] })
  })

  it('verify reads all files and replaces damaged ones', long, async () => {
    const { from, to, ids, copy, same } = await setUp()
    await copy()
    const [damaged = '', whole = ''] = ids
    // Simulates a disk that loses bytes: the stamp of the file stays the same.
    const broken = { ...to.store }
    const { stamp } = broken
    const before = await stamp(damaged)
    broken.stamp = async id => (id === damaged ? before : stamp(id))
    await put(to.store, damaged, randomBytes(sizes[0] ?? 0))
    const signal = new AbortController().signal
    const options = { scratch: place, signal }
    expect(await copyStore(from.store, broken, options)).toMatchObject({ skipped: 2, replaced: [] })
    const verified = await copyStore(from.store, broken, { ...options, verify: true })
    expect(verified).toMatchObject({ skipped: 1, replaced: [damaged] })
    expect(to.read).toContain(whole)
    expect(await same()).toBe(true)
  })
})

it('recognizes a file that was copied to a bucket and back', async () => {
  const [home, bucket, back] = [opened('folder'), opened('s3'), opened('folder')]
  await put(home.store, newUid(), randomBytes(1000))
  const options = { scratch: place, signal: new AbortController().signal }
  await copyStore(home.store, bucket.store, options)
  await copyStore(bucket.store, back.store, options)
  bucket.read.splice(0)
  expect(await copyStore(back.store, bucket.store, options)).toMatchObject({ copied: 0, skipped: 1 })
  expect(bucket.read).toEqual([])
})
