import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, expect, it } from 'vitest'
import { HashingStore, REMEMBERED } from '~/server/features/uploads/upload-store'
import { newUid } from '~/server/platform/crypto/tokens'
import { folderStore } from '~/server/platform/storage/folder-store'

const folder = mkdtempSync(join(tmpdir(), 'vecto-hashes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files = folderStore(folder, { usableBytes: () => 1 })
/** The ids of files that were read again to compute their checksum. */
const read: string[] = []
const store = new HashingStore(
  {
    createUploadStore: files.createUploadStore,
    read: (id, range) => {
      read.push(id)
      return files.read(id, range)
    },
  },
  {
    remove: files.remove,
    forget: async () => undefined,
    examine: async () => undefined,
    count: () => undefined,
  },
)

const TEXT = 'abcd'
const send = (id: string, offset: number) =>
  store.write(Readable.from([Buffer.from(TEXT.slice(offset, offset + 1))]), id, offset)

/** Starts an upload with its first byte. */
const begin = async () => {
  const id = newUid()
  await store.create(new Upload({ id, size: TEXT.length, offset: 0, metadata: {} }))
  await send(id, 0)
  return id
}

const finish = async (id: string, from: number) => {
  for (let offset = from; offset < TEXT.length; offset++) await send(id, offset)
  return store.md5(id, TEXT.length)
}

it('evicts the hash state of abandoned uploads only, and computes every checksum correctly', async () => {
  const [abandoned, goesOn] = [await begin(), await begin()]
  for (let begun = 0; begun < REMEMBERED; begun++) {
    if (begun === REMEMBERED / 2) await send(goesOn, 1)
    await begin()
  }
  const md5 = createHash('md5').update(TEXT).digest('base64')
  expect([await finish(goesOn, 2), read]).toEqual([md5, []])
  expect([await finish(abandoned, 1), read]).toEqual([md5, [abandoned]])
})
