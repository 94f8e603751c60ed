import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3 } from '@aws-sdk/client-s3'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUid } from '~/server/platform/crypto/tokens'
import { copyObject } from '~/server/platform/storage/s3/s3-store'
import { MultipartUploads } from '~/server/platform/storage/s3/s3-uploads'
import { type S3Server, startS3 } from '../support/storage/s3-server'

const MB = 1024 * 1024

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server.stop())

/** A client whose parts with these numbers are refused once each. */
const clientRefused = (...numbers: readonly number[]) => {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = server.settings
  const client = new S3({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  const left = new Set(numbers)
  client.middlewareStack.add(
    next => async args => {
      const { input } = args
      if ('PartNumber' in input && 'Body' in input && left.delete(Number(input.PartNumber)))
        throw Object.assign(new Error('Please reduce your request rate.'), { name: 'SlowDown' })
      return next(args)
    },
    { step: 'initialize' },
  )
  return client
}

const begin = async (client: S3, content: Buffer) => {
  const store = new MultipartUploads(client, server.settings.S3_BUCKET)
  const { id } = await store.create(new Upload({ id: newUid(), size: content.length, offset: 0 }))
  const write = (from: number, to = content.length) =>
    store.write(Readable.from([content.subarray(from, to)]), id, from)
  const stored = async () => {
    const { Body } = await client.getObject({ Bucket: server.settings.S3_BUCKET, Key: id })
    return Body && buffer(Body.transformToWebStream())
  }
  return { store, id, write, stored, offset: async () => (await store.getUpload(id)).offset }
}

describe('an upload into a bucket', () => {
  it('an upload into a bucket continues at a refused part, without duplicate bytes', async () => {
    const content = randomBytes(30 * MB)
    const upload = await begin(clientRefused(2), content)
    await expect(upload.write(0)).rejects.toThrow('request rate')
    expect(await upload.offset()).toBe(8 * MB)
    expect(await upload.write(8 * MB)).toBe(content.length)
    expect((await upload.stored())?.equals(content)).toBe(true)
  })

  it('an upload into a bucket continues after a short last part', async () => {
    const content = randomBytes(20 * MB)
    const upload = await begin(clientRefused(), content)
    expect(await upload.write(0, 9 * MB)).toBe(9 * MB)
    expect(await upload.offset()).toBe(9 * MB)
    expect(await upload.write(9 * MB)).toBe(content.length)
    expect((await upload.stored())?.equals(content)).toBe(true)
  })

  it('an upload into a bucket restarts at the last whole part when a part after a short one is refused', async () => {
    const content = randomBytes(20 * MB)
    const upload = await begin(clientRefused(2), content)
    await upload.write(0, 9 * MB)
    await expect(upload.write(9 * MB)).rejects.toThrow('request rate')
    expect(await upload.offset()).toBe(8 * MB)
    expect(await upload.write(8 * MB)).toBe(content.length)
    expect((await upload.stored())?.equals(content)).toBe(true)
  })

  it.each([
    ['with a gap between its parts', 3, 16],
    ['whose parts do not add up', 2, 6],
  ])('an upload into a bucket %s is aborted and starts again', async (_, PartNumber, size) => {
    const content = randomBytes(24 * MB)
    const client = clientRefused()
    const upload = await begin(client, content)
    await upload.write(0, 8 * MB)
    const { S3_BUCKET: Bucket } = server.settings
    const { Metadata } = await client.headObject({ Bucket, Key: `${upload.id}.info` })
    const Body = content.subarray(0, size * MB)
    await client.uploadPart({
      ...{ Bucket, Key: upload.id, UploadId: Metadata?.['upload-id'] },
      ...{ PartNumber, Body },
    })
    await expect(upload.write(8 * MB)).rejects.toMatchObject({ status_code: 404 })
    await expect(upload.offset()).rejects.toMatchObject({ status_code: 404 })
  })
})

it('an object too large for a single copy is copied in parts', async () => {
  const content = randomBytes(13 * MB)
  const client = clientRefused()
  const { S3_BUCKET: Bucket } = server.settings
  const [from, to] = [newUid(), newUid()]
  await client.putObject({ Bucket, Key: from, Body: content })
  // A plain client, so CopySource needs the bucket that the product's client adds.
  const sources = client.middlewareStack
  sources.add(
    next => args =>
      next({
        ...args,
        input: 'CopySource' in args.input ? { ...args.input, CopySource: `${Bucket}/${from}` } : args.input,
      }),
    { step: 'initialize' },
  )
  await copyObject({ client, Bucket }, from, to, content.length, { atOnce: 10 * MB, part: 5 * MB })
  const { Body } = await client.getObject({ Bucket, Key: to })
  expect(Body && (await buffer(Body.transformToWebStream())).equals(content)).toBe(true)
})
