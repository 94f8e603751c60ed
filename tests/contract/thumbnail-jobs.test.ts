import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseClient } from '../support/database/locked-tables'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { demoWorld } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { type S3Server, startS3 } from '../support/storage/s3-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { jpegFile, type MediaFile, pngFile } from '../support/video/media-files'

type Media = { uid: string; status: string; thumbRef256: string | null }

const isPostgres = process.env.TEST_DB === 'postgres'

let s3: S3Server
let server: TestServer
let admin: Api
let client: pg.Client

beforeAll(async () => {
  s3 = await startS3()
  server = await startServer({
    demo: true,
    database: isPostgres ? 'postgres' : 'pglite',
    env: { ...s3.settings, S3_PREFIX: 'thumbnails/', WORKER_LOST_SECONDS: '5', DEMO_PASSWORD: demoPassword },
  })
  admin = (await demoWorld(server)).of('admin').api
  client = await databaseClient(server)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
  await s3?.stop()
})

const create = async (descriptor: Parameters<typeof mediaOf>[0]) =>
  (await admin.post<Media>('medias', mediaOf(descriptor))).body
const send = (file: MediaFile) => upload(server.url, admin, file)
const completed = (uid: string, api = admin) =>
  eventually(
    async () => (await api.get<Media>(`medias/${uid}`)).body,
    ({ status }) => status === 'completed',
    45,
  )

type Job = { state: string; retry_count: number; pause: number }

const jobOf = async ({ uid }: Media) => {
  const { rows } = await client.query<Job>(
    `select state::text, retry_count, extract(epoch from start_after - now())::float8 as pause
      from pgboss.job where name = 'make-thumbnails' and data ->> 'subject' = $1`,
    [`medias/${uid}`],
  )
  return rows[0]
}

describe('the thumbnails of a media', long, () => {
  it('a job makes the thumbnails of a media and completes', async () => {
    const media = await create(await send(await jpegFile()))
    expect(media.status).toBe('pending')
    expect((await completed(media.uid)).thumbRef256).not.toBeNull()
    expect(await jobOf(media)).toMatchObject({ state: 'completed' })
    expect(
      (await client.query('select 1 from making where subject = $1', [`medias/${media.uid}`])).rows,
    ).toEqual([])
  })

  it('retries thumbnails with growing intervals while the store is down', async () => {
    const file = await send(await jpegFile('Later.jpg'))
    await s3.kill()
    const media = await create(file)
    const job = await eventually(
      () => jobOf(media),
      found => found?.state === 'retry' && found.pause > 2,
    )
    expect(job?.retry_count).toBeGreaterThan(0)
    expect((await admin.get<Media>(`medias/${media.uid}`)).body.status).toBe('pending')
    await s3.restart()
    expect((await completed(media.uid)).thumbRef256).not.toBeNull()
  })

  // Decoding a whole PNG takes seconds; a JPEG is scaled while it is decoded.
  it('makes thumbnails after the server that began them was killed', async () => {
    const file = await send(await pngFile('Large.png', 12_000, 12_000))
    const media = await create(file)
    await eventually(
      () => jobOf(media),
      job => job?.state === 'active',
    )
    await client.end()
    await server.kill9()
    await server.restart()
    client = await databaseClient(server)
    expect((await completed(media.uid)).thumbRef256).not.toBeNull()
  })

  it('the recovery makes thumbnails of medias that have no job', async () => {
    const media = await create(await send(await jpegFile('Older.jpg')))
    await completed(media.uid)
    await client.query(`update medias set status = 'pending', thumb_ref256 = null where uid = $1`, [
      media.uid,
    ])
    await client.query(
      `insert into making (subject, kind, job, label, created_at)
        values ($1, 'make-thumbnails', gen_random_uuid(), '', now() - interval '2 minutes')`,
      [`medias/${media.uid}`],
    )
    expect((await completed(media.uid)).thumbRef256).not.toBeNull()
  })
})
