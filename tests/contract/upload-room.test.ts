import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cutIntoFiles, PARTS_AT_ONCE } from '~/server/platform/storage/part-files'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { login } from '../support/server/api'
import { demoPassword, startServer } from '../support/server/test-server'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { announce, sendBytes, sendStalled } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

const MB = 1024 ** 2
let s3: S3Server
let place: string
beforeAll(async () => {
  s3 = await startS3()
  place = mkdtempSync(join(tmpdir(), 'vecto-room-'))
})
afterAll(async () => {
  await s3.stop()
  rmSync(place, { recursive: true, force: true })
})

const newTemporary = (name: string) => {
  const folder = join(place, name)
  mkdirSync(folder)
  return folder
}

const serverWith = (TMPDIR: string, prefix: string) =>
  startServer({ demo: true, env: { ...s3.settings, S3_PREFIX: `${prefix}/`, TMPDIR } })

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())

describe('a server whose uploads go to a bucket', () => {
  let mounted = ''
  afterEach(() => {
    if (mounted) spawnSync('umount', [mounted])
    mounted = ''
  })

  it('answers 507 when the temporary folder has no space for a part of an upload', long, async context => {
    const folder = newTemporary('tiny')
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder])
    context.skip(status !== 0, 'mount is not permitted here')
    mounted = folder
    const server = await serverWith(folder, 'tiny')
    const root = await login(server.url, 'root@demo.example', demoPassword)
    const file = { ...zipFile(), bytes: Buffer.concat([zipFile().bytes, randomBytes(10 * MB)]) }
    const { answer, path } = await announce(root, file)
    expect(answer.status).toBe(201)
    writeFileSync(join(folder, 'other'), randomBytes(8 * MB))
    const refused = await sendBytes(server.url, root, path, file.bytes)
    expect([refused.status, refused.body.code]).toEqual([507, 'insufficient_storage'])
    const other = await announce(root, file)
    expect([other.answer.status, filesIn(folder).map(({ name }) => name)]).toEqual([507, ['other']])
    rmSync(join(folder, 'other'))
    expect((await sendBytes(server.url, root, path, file.bytes)).status).toBe(204)
    await server.stop()
  })

  it('removes at the start the parts that a killed server left in the temporary folder', long, async () => {
    const folder = newTemporary('killed')
    const server = await serverWith(folder, 'killed')
    const root = await login(server.url, 'root@demo.example', demoPassword)
    const file = { ...zipFile(), bytes: Buffer.concat([zipFile().bytes, randomBytes(7 * MB)]) }
    const { path } = await announce(root, file)
    const stalled = sendStalled(server.url, root, path, file.bytes.subarray(0, 3 * MB))
    await eventually(
      async () => filesIn(folder),
      files => files.length > 0,
    )
    await server.kill9()
    await Promise.resolve(stalled).catch(() => undefined)
    expect(filesIn(folder).length).toBeGreaterThan(0)
    await server.restart()
    expect(filesIn(folder)).toEqual([])
    await server.stop()
    expect(readdirSync(folder).filter(name => name.startsWith('vecto-'))).toEqual([])
  })
})

describe('buffered parts of uploads', () => {
  it('limits the number of parts on disk, and queues further uploads', async () => {
    const open = Array.from({ length: PARTS_AT_ONCE }, () => {
      const stream = new PassThrough()
      stream.write(randomBytes(100))
      const parts = cutIntoFiles(stream, 1000, 1000)
      return { stream, parts, first: parts.next() }
    })
    const waiting = cutIntoFiles(Readable.from([randomBytes(10)]), 1000, 10)
    let isWritten = false
    const next = waiting.next().then(part => {
      isWritten = true
      return part
    })
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(isWritten).toBe(false)
    const [one, ...others] = open
    one?.stream.end()
    expect(await one?.first).toMatchObject({ value: { bytes: 100 } })
    await one?.parts.return(undefined)
    const { value } = await next
    expect([value?.bytes, existsSync(value?.path ?? '')]).toEqual([10, true])
    await waiting.return(undefined)
    expect(existsSync(value?.path ?? '')).toBe(false)
    for (const { stream, first, parts } of others) {
      stream.end()
      await first
      await parts.return(undefined)
    }
  })
})
