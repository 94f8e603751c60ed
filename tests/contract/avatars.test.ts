import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/process/eventually'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { forgeriesOf } from '../support/storage/file-links'
import { listStore } from '../support/storage/test-store'
import { announce, upload } from '../support/storage/tus-uploads'
import { htmlFile, type MediaFile, pdfFile, svgFile } from '../support/video/media-files'

type User = { uid: string; picture: string | null; firstname: string; updatedAt: string }
type Company = { uid: string; logo: string | null; updatedAt: string }
type Refusal = { code?: string; fields?: Record<string, string> }

let server: TestServer
let world: DemoWorld
let viewer: Api
let me: string

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  viewer = world.of('viewer').api
  me = world.of('viewer').actor.uid
})
afterAll(() => server.stop())

const file = (bytes: Buffer, type = 'jpeg'): MediaFile => ({
  name: `me.${type}`,
  contentType: `image/${type}`,
  bytes,
})

/** Red, green and blue bands next to each other: the centre is green. */
const bands = async (width = 900, height = 300) => {
  const band = (background: string) => ({
    create: { width: width / 3, height, channels: 3 as const, background },
  })
  return sharp({ create: { width, height, channels: 3, background: '#00ff00' } }).composite([
    { input: band('#ff0000'), left: 0, top: 0 },
    { input: band('#0000ff'), left: (width / 3) * 2, top: 0 },
  ])
}

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of a few bytes that declares many pixels. */
const bomb = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const animated = async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .png()
      .toBuffer()
  const frames = await Promise.all(['#ff0000', '#0000ff'].map(frame))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

const set = async (by: Api, picture: MediaFile, user = me) =>
  by.patch<User & Refusal>(`users/${user}`, { picture: await upload(server.url, by, picture) })

const read = async (by: Api, user = me) => (await by.get<User>(`users/${user}`)).body

const fetchImage = async (link: string | null) => {
  const response = await fetch(new URL(link ?? '', server.url))
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a user’s own picture', () => {
  it('keeps the centre of a sent picture as a small square without metadata, and nothing of the upload', async () => {
    const photo = await (await bands())
      .withExif({
        IFD0: { Copyright: 'nobody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const sent = await upload(server.url, viewer, file(photo))
    const { status, body } = await viewer.patch<User>(`users/${me}`, { picture: sent })
    expect(status).toBe(200)
    const { bytes } = await fetchImage(body.picture)
    const made = await sharp(bytes).metadata()
    expect([made.format, made.width, made.height, made.exif]).toEqual(['webp', 256, 256, undefined])
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.g).toBeGreaterThan(200)
    expect(dominant.r + dominant.b).toBeLessThan(80)
    const id = sent.ref.split('/')[1] ?? ''
    await eventually(
      () => listStore(server),
      ids => !ids.includes(id),
    )
    expect((await viewer.get(`files/${id}`)).status).toBe(404)
  })

  it('turns a photograph upright, and enlarges no small one', async () => {
    const top = { create: { width: 30, height: 15, channels: 3 as const, background: '#ff0000' } }
    const below = sharp({ create: { width: 30, height: 30, channels: 3, background: '#0000ff' } })
    // Taken with the camera turned: its upper half is on the right.
    const photo = below.composite([{ input: top, left: 0, top: 0 }]).withMetadata({ orientation: 6 })
    const { body } = await set(viewer, file(await photo.jpeg().toBuffer()))
    const { data, info } = await sharp((await fetchImage(body.picture)).bytes)
      .raw()
      .toBuffer({
        resolveWithObject: true,
      })
    expect([info.width, info.height]).toEqual([30, 30])
    const isRed = (x: number, y: number) => (data[(y * 30 + x) * info.channels] ?? 0) > 150
    expect([isRed(25, 25), isRed(25, 5), isRed(5, 5), isRed(5, 25)]).toEqual([true, true, false, false])
  })

  it('drops the stored file of a picture that is replaced or removed', async () => {
    await set(viewer, file(await (await bands()).png().toBuffer(), 'png'))
    const before = await read(viewer)
    const { body } = await set(viewer, file(await (await bands()).webp().toBuffer(), 'webp'))
    expect(body.picture).not.toBe(before.picture)
    await eventually(
      () => fetchImage(before.picture),
      ({ status }) => status !== 200,
    )
    const removed = await viewer.patch<User>(`users/${me}`, { picture: null })
    expect([removed.status, removed.body.picture]).toEqual([200, null])
    await eventually(
      () => fetchImage(body.picture),
      ({ status }) => status !== 200,
    )
  })

  it('keeps the picture when a form sends the same upload again, or the address that it read', async () => {
    const picture = await upload(server.url, viewer, file(await (await bands()).jpeg().toBuffer()))
    const first = await viewer.patch<User>(`users/${me}`, { picture })
    const again = await viewer.patch<User>(`users/${me}`, { picture })
    expect([again.status, again.body.picture]).toEqual([200, first.body.picture])
    const whole = await viewer.patch<User>(`users/${me}`, { picture: first.body.picture, firstname: 'Vera' })
    expect([whole.status, whole.body.firstname, whole.body.picture]).toEqual([
      200,
      'Vera',
      first.body.picture,
    ])
  })

  it('keeps the upload for the next attempt when another field of the form is refused', async () => {
    const picture = await upload(server.url, viewer, file(await (await bands()).jpeg().toBuffer()))
    expect((await viewer.patch(`users/${me}`, { picture, firstname: 'x'.repeat(500) })).status).toBe(422)
    expect((await viewer.patch(`users/${me}`, { picture })).status).toBe(200)
  })

  it('records the change of a picture in the history', async () => {
    await set(viewer, file(await (await bands()).jpeg().toBuffer()))
    const { body } = await world
      .of('root')
      .api.get<{ results: { args: { changes?: object } }[] }>(
        `events?q=${encodeURIComponent(JSON.stringify({ object: `users/${me}` }))}&fsort=createdAt&osort=desc`,
      )
    expect(Object.keys(body.results[0]?.args.changes ?? {})).toEqual(['picture'])
  })
})

describe('a picture that is refused', () => {
  const refused: readonly (readonly [string, () => Promise<MediaFile> | MediaFile, string])[] = [
    ['a PNG that declares 2.5 billion pixels', () => file(bomb(50_000, 50_000), 'png'), 'picture_pixels'],
    ['a PNG of 51 megapixels', () => file(bomb(17_000, 3000), 'png'), 'picture_pixels'],
    ['an animated WebP', async () => file(await animated(), 'webp'), 'picture_animated'],
    [
      'a JPEG of its signature alone',
      () => file(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)])),
      'picture_unreadable',
    ],
  ]
  it.each(refused)(
    'refuses %s as a picture with a code for its field, and keeps the former one',
    async (_, make, code) => {
      const before = await read(viewer)
      const { status, body } = await set(viewer, await make())
      expect([status, body.fields]).toEqual([422, { picture: code }])
      expect((await read(viewer)).picture).toBe(before.picture)
    },
  )

  it('refuses a picture of more than 5 MB from a user who may upload larger files', async () => {
    const admin = world.of('admin')
    const photo = await (await bands()).jpeg().toBuffer()
    const { status, body } = await set(
      admin.api,
      file(Buffer.concat([photo, Buffer.alloc(5 * 1024 ** 2)])),
      admin.actor.uid,
    )
    expect([status, body.fields]).toEqual([422, { picture: 'picture_bytes' }])
  })

  it('refuses an upload of more than 5 MB by a role that attaches pictures only, before it is sent', async () => {
    const { answer } = await announce(viewer, file(Buffer.alloc(5 * 1024 ** 2 + 1)))
    expect([answer.status, (answer.body as Refusal).code]).toEqual([413, 'too_large'])
  })

  it.each([
    ['a drawing with a script', svgFile()],
    ['a document', pdfFile()],
    [
      'an animation',
      { name: 'a.gif', contentType: 'image/gif', bytes: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;') },
    ],
  ] as const)('refuses %s as a picture', async (_, wrong) => {
    const { status, body } = await set(viewer, wrong)
    expect([status, body.code]).toEqual([415, 'wrong_file_type'])
  })

  it.each(['image/png', 'image/jpeg'])('refuses an HTML page that is declared as %s', async contentType => {
    const sent = set(viewer, { ...htmlFile(), name: 'me.png', contentType })
    await expect(sent).rejects.toThrow('415')
  })
})

describe('access to pictures', () => {
  const stranger = async () => (await world.personNamed('admin2')).api

  it('serves a user’s picture only to users who may read that user', async () => {
    const { body } = await set(viewer, file(await (await bands()).jpeg().toBuffer()))
    expect(typeof (await read(world.of('admin').api)).picture).toBe('string')
    for (const address of [`users/${me}`, `dl/users/${me}/picture`, `dl2/users/${me}/picture`]) {
      expect([address, (await (await stranger()).get(address)).status]).toEqual([address, 404])
      expect([address, (await world.of('editor').api.get(address)).status]).toEqual([address, 404])
    }
    for (const link of forgeriesOf(body.picture ?? ''))
      expect([link, (await fetchImage(link)).status]).not.toEqual([link, 200])
    expect((await fetchImage(body.picture?.replace(/\?.*/, '') ?? '')).status).toBe(403)
  })

  it('refuses an upload of another user as a picture, and a change of a colleague’s picture', async () => {
    const theirs = await upload(server.url, viewer, file(await (await bands()).jpeg().toBuffer()))
    const admin = world.of('admin').api
    const stolen = await admin.patch<Refusal>(`users/${me}`, { picture: theirs })
    expect([stolen.status, stolen.body.fields]).toEqual([422, { picture: 'unknown_record' }])
    const editor = world.of('editor').api
    expect((await set(editor, file(await (await bands()).jpeg().toBuffer()))).status).toBe(404)
    const foreign = await set(await stranger(), file(await (await bands()).jpeg().toBuffer()))
    expect(foreign.status).toBe(404)
  })

  it('lets an administrator replace and remove the picture of a user of their company', async () => {
    const admin = world.of('admin').api
    expect((await set(admin, file(await (await bands()).jpeg().toBuffer()))).status).toBe(200)
    expect((await admin.patch<User>(`users/${me}`, { picture: null })).body.picture).toBeNull()
  })

  it('refuses the id of a stored picture of another record', async () => {
    const { body } = await set(viewer, file(await (await bands()).jpeg().toBuffer()))
    const id = /blob\/(\w+)\//.exec(body.picture ?? '')?.[1] ?? /(\w{20})\?/.exec(body.picture ?? '')?.[1]
    const admin = world.of('admin')
    const taken = await admin.api.patch<Refusal>(`users/${admin.actor.uid}`, {
      picture: { ref: `files/${id}` },
    })
    expect([taken.status, taken.body.fields]).toEqual([422, { picture: 'unknown_record' }])
    const own = await viewer.patch<User>(`users/${me}`, { picture: { ref: `files/${id}` } })
    expect([own.status, own.body.picture]).toEqual([200, body.picture])
  })
})

describe('the logo of a company', () => {
  it('a company’s logo is set by users who may change the company, and read with it', async () => {
    const { api, actor } = world.of('admin')
    const logo = async (by: Api) =>
      upload(server.url, by, file(await (await bands()).png().toBuffer(), 'png'))
    const { status, body } = await api.patch<Company>(`companies/${actor.company}`, { logo: await logo(api) })
    expect([status, typeof body.logo]).toEqual([200, 'string'])
    expect((await fetchImage(body.logo)).status).toBe(200)
    const by = world.of('viewer').api
    expect((await by.patch(`companies/${actor.company}`, { logo: await logo(by) })).status).toBe(403)
    const other = (await world.personNamed('admin2')).api
    expect((await other.patch(`companies/${actor.company}`, { logo: await logo(other) })).status).toBe(404)
    const listed = await world.of('root').api.get<{ results: Company[] }>('companies?batch=100')
    expect(listed.body.results.find(({ uid }) => uid === actor.company)?.logo).toBe(body.logo)
  })

  it('a logo returns from the trash with its company', async () => {
    const root = world.of('root').api
    const made = await root.post<Company>('companies', {
      name: 'Short-lived',
      logo: await upload(server.url, root, file(await (await bands()).png().toBuffer(), 'png')),
    })
    const { uid, logo } = made.body
    expect([made.status, typeof logo]).toEqual([201, 'string'])
    expect((await root.del(`companies/${uid}`)).status).toBe(200)
    expect((await fetchImage(logo)).status).toBe(404)
    expect((await root.call('PATCH', `trash/companies-${uid}/restore`)).status).toBe(200)
    expect((await fetchImage((await root.get<Company>(`companies/${uid}`)).body.logo)).status).toBe(200)
  })
})
