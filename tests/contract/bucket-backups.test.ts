import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { migrate } from '~/server/platform/database/migrations'
import { readManifest } from '~/server/platform/snapshots/manifest'
import { openFileStore } from '~/server/platform/storage/drivers'
import { command, withDatabase } from '../support/backups'
import { testDatabase } from '../support/database'
import { type S3Server, startS3 } from '../support/s3-server'

type Env = Readonly<Record<string, string>>

const COUNT = 25
let place: string
let s3: S3Server
let home: Env
/** The bytes of each file, by id. */
const files = new Map<string, Buffer>()

const homeIn = async (name: string): Promise<Env> => ({
  ...(await testDatabase()).env,
  ...s3.settings,
  S3_PREFIX: `${name}/`,
  DATA_DIR: join(place, name),
  LOG_LEVEL: 'silent',
})
const storeOf = (env: Env) => openFileStore(readConfig(env, 'test'), { usableBytes: () => 1 })

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-bucket-'))
  s3 = await startS3()
  home = await homeIn('home')
  const store = await storeOf(home)
  await withDatabase(home, async database => {
    await migrate(database)
    for (let made = 0; made < COUNT; made += 1) {
      const [id, bytes] = [newUid(), randomBytes(20_000 + made)]
      files.set(id, bytes)
      await store.write(id, bytes)
      const md5 = createHash('md5').update(bytes).digest('base64')
      await database.run(sql`insert into files (id, user_uid, label, content_type, size, md5)
        values (${id}, '', 'a file', 'application/zip', ${bytes.length}, ${md5})`)
    }
  })
})
afterAll(async () => {
  await s3.stop()
  rmSync(place, { recursive: true, force: true })
})

describe('a backup of files in a bucket', () => {
  it('has them all, shares those of the backup before, and keeps what the bucket has lost', async () => {
    const [first, second] = [join(place, 'backups', '1'), join(place, 'backups', '2')]
    const made = await command('backup', [first], home)
    expect([made.status, made.output]).toEqual([0, expect.stringContaining(`complete: ${COUNT} file(s)`)])
    expect(readManifest(first).faulty).toEqual([])
    const [lost = ''] = files.keys()
    await (await storeOf(home)).remove(lost)
    const again = await command('backup', [second], home)
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('an earlier backup had it')])
    expect(readManifest(second).faulty).toEqual([{ id: lost, reason: 'rescued' }])
    const inodes = [first, second].map(folder => statSync(join(folder, 'files', lost)).ino)
    expect(inodes[0]).toBe(inodes[1])
  })

  it('is restored into the bucket of the settings, with nothing left in the folder', async () => {
    const other = await homeIn('other')
    const { status, output } = await command('restore', [join(place, 'backups', '2')], other)
    expect([status, output]).toEqual([0, expect.stringContaining('Sending the files to the store')])
    const store = await storeOf(other)
    for (const [id, bytes] of files) expect((await buffer(await store.read(id))).equals(bytes)).toBe(true)
    expect(existsSync(join(other.DATA_DIR ?? '', 'files'))).toBe(false)
    const [found] = await withDatabase(other, database =>
      database.query<{ n: number }>(sql`select count(*)::int as n from files`),
    )
    expect(found?.n).toBe(COUNT)
  })

  it('changes nothing while the bucket does not answer', async () => {
    const away = { ...(await homeIn('away')), S3_ENDPOINT: 'http://127.0.0.1:9' }
    const target = join(place, 'backups', '3')
    const refused = await command('backup', [target], { ...home, S3_ENDPOINT: away.S3_ENDPOINT })
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('The file store')])
    expect(existsSync(target)).toBe(false)
    const restored = await command('restore', [join(place, 'backups', '2')], away)
    expect([restored.status, restored.output]).toEqual([1, expect.stringContaining('The file store')])
    const tables = await withDatabase(away, database =>
      database.query(sql`select 1 from pg_tables where schemaname = 'public'`),
    )
    expect(tables).toEqual([])
  })
})
