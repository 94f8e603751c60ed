import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKeys } from '~/server/platform/backup/vault/encryption'
import { namesIn, openVault } from '~/server/platform/backup/vault/vault'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { migrate } from '~/server/platform/database/migrations'
import { openFileStore } from '~/server/platform/storage/drivers'
import { testDatabase } from '../support/database/database'
import { long } from '../support/process/long'
import { command, faultsIn, withDatabase } from '../support/server/backups'
import { type S3Server, startS3 } from '../support/storage/s3-server'

type Env = Readonly<Record<string, string>>

const COUNT = 25
let place: string
let s3: S3Server
let home: Env
/** Bytes of each file by its id. */
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
    await migrate({ direct: database })
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
  it('a backup has all files of the bucket, hard-links those of the previous one, and keeps lost ones', async () => {
    const [first, second] = [join(place, 'backups', '1'), join(place, 'backups', '2')]
    const made = await command('backup', [first], home)
    expect([made.status, made.output]).toEqual([0, expect.stringContaining(`complete: ${COUNT} file(s)`)])
    expect(await faultsIn(first)).toEqual([])
    const [lost = ''] = files.keys()
    await (await storeOf(home)).remove(lost)
    const again = await command('backup', [second], home)
    expect([again.status, again.output]).toEqual([0, expect.stringContaining('an earlier backup had it')])
    expect(await faultsIn(second)).toEqual([{ id: lost, fault: 'rescued' }])
    const inodes = [first, second].map(folder => statSync(join(folder, 'files', lost)).ino)
    expect(inodes[0]).toBe(inodes[1])
  })

  it('restores a backup into the configured bucket, leaving no files in the folder', async () => {
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

  it('backup and restore change nothing while the bucket is unavailable', long, async () => {
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

describe('a vault', () => {
  let env: Env
  let target: string
  let keys: { identity: string; recipient: string }
  const vaultOf = () => openVault(target, readConfig(env, 'test'))
  const withKey = (identity: string): Env => {
    const file = join(place, 'key')
    writeFileSync(file, `# a key\n${identity}\n`)
    return { BACKUP_IDENTITY_FILE: file }
  }
  /** The settings name another store than that of the files, so that the vault holds the backups. */
  const restoring = async (name: string): Promise<Env> => ({
    ...(await homeIn(name)),
    ...{ BACKUP_S3_ENDPOINT: s3.settings.S3_ENDPOINT ?? '' },
  })
  const filesIn = async (of: Env) => {
    const store = await storeOf(of)
    const found = [...files].map(async ([id, bytes]) => (await buffer(await store.read(id))).equals(bytes))
    return (await Promise.allSettled(found)).filter(one => one.status === 'fulfilled' && one.value).length
  }

  beforeAll(async () => {
    keys = await newKeys()
    target = `s3://${s3.settings.S3_BUCKET}/vault`
    env = { ...home, BACKUP_RECIPIENT: keys.recipient }
  })

  it('a vault receives encrypted backups whose files are sent once', async () => {
    const first = await command('backup', [target], env)
    expect([first.status, first.output]).toEqual([0, expect.stringContaining('Sent 24 of 24 file(s)')])
    const second = await command('backup', [target], env)
    expect([second.status, second.output]).toEqual([0, expect.stringContaining('Sent 0 of 24 file(s)')])
    const vault = await vaultOf()
    const names = await namesIn(vault, '')
    expect(names.filter(name => name.endsWith('/manifest.json.age'))).toHaveLength(2)
    expect(names.filter(name => !name.endsWith('.age') && !name.endsWith('/files.json'))).toEqual([])
    const [[id = '', bytes = Buffer.alloc(0)] = []] = [...files].slice(1)
    const sealed = await buffer(await vault.get(`files/${id}.age`))
    expect([sealed.subarray(0, 21).toString(), sealed.includes(bytes.subarray(0, 64))]).toEqual([
      'age-encryption.org/v1',
      false,
    ])
  })

  it('restores the newest backup of a vault with its private key only', long, async () => {
    const other = await restoring('from-vault')
    const without = await command('restore', [target], other)
    expect([without.status, without.output]).toEqual([1, expect.stringContaining('BACKUP_IDENTITY_FILE')])
    const wrong = await command('restore', [target], {
      ...other,
      ...withKey((await newKeys()).identity),
    })
    expect([wrong.status, wrong.output]).toEqual([1, expect.stringContaining('cannot be decrypted')])
    const unknown = await command('restore', [target, '--backup', 'never'], {
      ...other,
      ...withKey(keys.identity),
    })
    expect([unknown.status, unknown.output]).toEqual([1, expect.stringContaining('no complete backup never')])
    const { status, output } = await command('restore', [target], { ...other, ...withKey(keys.identity) })
    expect([status, output]).toEqual([0, expect.stringContaining('24 file(s)')])
    expect(await filesIn(other)).toBe(24)
    expect(existsSync(join(other.DATA_DIR ?? '', 'fetched'))).toBe(false)
  })

  it(
    'restores a vault after a key change with both keys, and reports a missing earlier key',
    long,
    async () => {
      const later = await newKeys()
      const vault = `s3://${s3.settings.S3_BUCKET}/vault-of-two-keys`
      expect((await command('backup', [vault], env)).status).toBe(0)
      const { output: sent } = await command('backup', [vault], { ...env, BACKUP_RECIPIENT: later.recipient })
      expect(sent).toContain('Sent 0 of 24 file(s)')
      const other = await restoring('after-a-new-key')
      const one = await command('restore', [vault], { ...other, ...withKey(later.identity) })
      expect([one.status, one.output]).toEqual([1, expect.stringContaining('private keys of all')])
      const both = { ...other, ...withKey(`${later.identity}\n${keys.identity}`) }
      const { status, output } = await command('restore', [vault], both)
      expect([status, output]).toEqual([0, expect.stringContaining('24 file(s)')])
      expect(await filesIn(other)).toBe(24)
    },
  )

  it('names changed files of a vault, and restores the others with --without-damaged', long, async () => {
    const vault = await vaultOf()
    const [name = '', cut = ''] = await namesIn(vault, 'files/')
    const sealed = await buffer(await vault.get(name))
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 20) ^ 1, sealed.length - 20)
    await vault.put(name, Readable.from([sealed]), sealed.length)
    await vault.put(cut, Readable.from([sealed.subarray(0, 40)]), 40)
    const other = { ...(await restoring('from-damaged')), ...withKey(keys.identity) }
    const { status, output } = await command('restore', [target], other)
    expect([status, output]).toEqual([
      1,
      expect.stringContaining(name.slice('files/'.length, -'.age'.length)),
    ])
    expect(existsSync(join(other.DATA_DIR ?? '', 'files'))).toBe(false)
    const rest = await command('restore', [target, '--without-damaged'], other)
    expect([rest.status, rest.output]).toEqual([0, expect.stringContaining('22 file(s)')])
  })

  it('refuses forged backups in a vault: unencrypted ones, and names with paths', async () => {
    const vault = await vaultOf()
    const put = (name: string, text: string) =>
      vault.put(name, Readable.from([Buffer.from(text)]), text.length)
    const part = { name: '../../../evil', size: 4, sha256: 'x', kind: 'postgresql' }
    const facts = { format: 1, product: 'vecto-admin', version: '0', createdAt: new Date().toISOString() }
    const manifest = JSON.stringify({ ...facts, migrations: [], database: part, files: [], faulty: [] })
    await put('backups/9999-01-01T00-00-00-000Z/manifest.json', manifest)
    await put('backups/../manifest.json', manifest)
    const other = await restoring('from-other')
    const forged = await command('restore', [target], { ...other, ...withKey(keys.identity) })
    expect([forged.status, forged.output]).toEqual([1, expect.stringContaining('is not encrypted')])
    const plain = await command('restore', [target], other)
    expect([plain.status, plain.output]).toEqual([1, expect.stringContaining('its manifest.json is wrong')])
    expect(existsSync(join(place, 'evil'))).toBe(false)
    await vault.remove('backups/9999-01-01T00-00-00-000Z/manifest.json')
    await vault.remove('backups/../manifest.json')
  })

  it('sends missing files to a vault again, and keeps the number of backups of --keep', long, async () => {
    const vault = await vaultOf()
    // Files that the previous test has damaged, if it ran.
    for (const name of (await namesIn(vault, 'files/')).slice(0, 2)) await vault.remove(name)
    const { status, output } = await command('backup', [target, '--keep', '1'], env)
    expect([status, output]).toEqual([0, expect.stringContaining('Sent 2 of 24 file(s)')])
    expect(output).toContain('2 older backup(s) were removed')
    const names = await namesIn(vault, '')
    expect(names.filter(name => name.endsWith('/manifest.json.age'))).toHaveLength(1)
    expect(names.filter(name => name.startsWith('files/'))).toHaveLength(24)
  })

  it('a vault may be a folder, which an interrupted backup leaves unchanged', long, async () => {
    const folder = join(place, 'folder-vault')
    const { status } = await command('backup', [folder], env)
    expect([status, readdirSync(folder).sort()]).toEqual([0, ['backups', 'files']])
    const other = { ...(await restoring('from-folder')), ...withKey(keys.identity) }
    expect((await command('restore', [folder], other)).status).toBe(0)
    expect(await filesIn(other)).toBe(24)
  })
})
