import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/process/eventually'
import type { Api } from '../support/server/api'
import { demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import type { MediaFile } from '../support/video/media-files'

type Media = { uid: string; status: string; thumbRef256: string | null; thumbProblem: string | null }

let server: TestServer
let admin: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  admin = (await demoWorld(server)).of('admin').api
})
afterAll(() => server.stop())

const disc =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#c33"/><circle cx="200" cy="150" r="90" fill="#26c"/></svg>'
const drawn = () => sharp(Buffer.from(disc)).removeAlpha()
const share = (bytes: Buffer, part: number) => bytes.subarray(0, Math.round(bytes.length * part))

const scanOf = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xda]))

/** Some phones end the spectrum of a baseline scan at 0. */
const likeSamsung = (jpeg: Buffer) => {
  const copy = Buffer.from(jpeg)
  const scan = scanOf(copy)
  copy[scan + 2 + copy.readUInt16BE(scan + 2) - 2] = 0
  return copy
}

/** Extraneous bytes before the scan marker. */
const withStray = (jpeg: Buffer) =>
  Buffer.concat([jpeg.subarray(0, scanOf(jpeg)), Buffer.from([9, 9, 9]), jpeg.subarray(scanOf(jpeg))])

const animated = () =>
  sharp({ create: { width: 64, height: 192, channels: 3, background: '#2a6f97' } })
    .gif()
    .toBuffer()

/** The first boxes of an HEIC file with HEVC, which the library cannot decode. */
const heic = async () => {
  const bytes = Buffer.from(await drawn().avif().toBuffer())
  bytes.write('heic', 8, 'latin1')
  bytes.write('hvc1', bytes.indexOf('av01'), 'latin1')
  return bytes
}

const jpeg = () => drawn().jpeg().toBuffer()

const shown: readonly (readonly [string, string, () => Promise<Buffer>])[] = [
  ['a JPEG as some phones write it', 'image/jpeg', async () => likeSamsung(await jpeg())],
  ['a JPEG that was cut off', 'image/jpeg', async () => share(await jpeg(), 0.6)],
  [
    'a progressive JPEG that was cut off',
    'image/jpeg',
    async () => share(await drawn().jpeg({ progressive: true }).toBuffer(), 0.6),
  ],
  ['a JPEG with bytes before a marker', 'image/jpeg', async () => withStray(await jpeg())],
  ['a JPEG of four colours', 'image/jpeg', () => drawn().toColourspace('cmyk').jpeg().toBuffer()],
  ['a PNG of 16 bits', 'image/png', () => drawn().toColourspace('rgb16').png().toBuffer()],
  ['a PNG that was cut off', 'image/png', async () => share(await drawn().png().toBuffer(), 0.6)],
  ['a GIF', 'image/gif', animated],
  ['an AVIF', 'image/avif', () => drawn().avif().toBuffer()],
]

const mediaFor = async (contentType: string, bytes: Buffer) => {
  const file: MediaFile = { name: `picture.${contentType.split('/')[1]}`, contentType, bytes }
  const { body } = await admin.post<Media>('medias', mediaOf(await upload(server.url, admin, file)))
  const read = async () => (await admin.get<Media>(`medias/${body.uid}`)).body
  return eventually(read, ({ status }) => status === 'completed', 30)
}

describe('a picture that browsers show', () => {
  it.each(shown)('makes a thumbnail of a picture that browsers display: %s', async (_, contentType, make) => {
    const media = await mediaFor(contentType, await make())
    expect([media.thumbProblem, typeof media.thumbRef256]).toEqual([null, 'string'])
  })
})

describe('a picture without a thumbnail', () => {
  it.each([
    ['unsupported', 'image/heic', heic],
    ['unreadable', 'image/jpeg', async () => share(await jpeg(), 0.02)],
  ] as const)('reports why a picture has no thumbnail: %s', async (problem, contentType, make) => {
    const media = await mediaFor(contentType, await make())
    expect([media.thumbRef256, media.thumbProblem]).toEqual([null, problem])
  })
})
