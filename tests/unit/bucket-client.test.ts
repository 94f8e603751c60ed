import { describe, expect, it } from 'vitest'
import { isAbsent, partSizeOf, unlessAbsent, withoutPrefix } from '~/server/platform/storage/s3/s3-client'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

const named = (name: string) => Object.assign(new Error(`It was ${name}`), { name })

describe('part size of an upload', () => {
  it.each([
    ['nothing', 0, 8 * MiB],
    ['a byte', 1, 8 * MiB],
    ['9000 parts of 8 MiB', 9000 * 8 * MiB, 8 * MiB],
    ['9000 parts of 8 MiB and one byte', 9000 * 8 * MiB + 1, 8 * MiB + 1],
    ['a TiB', 1024 * GiB, 122_167_959],
  ])('chooses the part size for %s', (_what, size, expected) => {
    expect(partSizeOf(size)).toBe(expected)
  })

  it.each([1, 5 * GiB, 70 * GiB, 71 * GiB, 1024 * GiB, 5 * 1024 * GiB])(
    'the part size is within the limits of a store for %d bytes',
    size => {
      const part = partSizeOf(size)
      expect(Math.ceil(size / part)).toBeLessThanOrEqual(9000)
      expect(part).toBeGreaterThanOrEqual(5 * MiB)
      expect(part).toBeLessThanOrEqual(5 * GiB)
      expect(Number.isInteger(part)).toBe(true)
    },
  )
})

describe('bucket errors', () => {
  it.each(['NotFound', 'NoSuchKey', 'NoSuchUpload', 'InvalidRange'])(
    'the error %s means that an object does not exist',
    async name => {
      expect(isAbsent(named(name))).toBe(true)
      expect(await unlessAbsent(Promise.reject(named(name)))).toBeUndefined()
    },
  )

  it.each(['NoSuchBucket', 'AccessDenied', 'SlowDown', 'Error', 'notfound', 'NoSuchKeys', ''])(
    'the error “%s” is rethrown',
    async name => {
      const error = named(name)
      expect(isAbsent(error)).toBe(false)
      await expect(unlessAbsent(Promise.reject(error))).rejects.toBe(error)
    },
  )

  it.each([undefined, null, 'NoSuchKey', { name: 'NoSuchKey' }, 404])(
    '%j is no error of a missing object',
    thrown => {
      expect(isAbsent(thrown)).toBe(false)
    },
  )
})

describe('results of a bucket', () => {
  it.each([['text'], [0], [null], [undefined], [false]])('returns the result %j unchanged', async value => {
    expect(await unlessAbsent(Promise.resolve(value))).toBe(value)
  })
})

describe('bucket keys', () => {
  it.each([
    ['vecto/', 'vecto/files/one', 'files/one'],
    ['', 'files/one', 'files/one'],
    ['vecto/', 'vecto/vecto/one', 'vecto/one'],
    ['a/b/', 'a/b/', ''],
    ['ü/', 'ü/é', 'é'],
  ])('removes the prefix “%s” from %s', (S3_PREFIX, key, expected) => {
    expect(withoutPrefix(key, { S3_PREFIX })).toBe(expected)
  })
})
