import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKeys } from '~/server/platform/backup/vault/encryption'
import { hashOf } from '~/server/platform/disk/durable'
import { readManifest } from '~/server/platform/snapshots/manifest'
import { long } from '../support/process/long'
import { command } from '../support/server/backups'
import { COUNT, emptyInstallation, installation } from '../support/server/file-installation'

let place: string
let home: Awaited<ReturnType<typeof installation>>
let backup: string

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-links-'))
  home = await installation(join(place, 'home'))
  backup = join(place, 'backup')
  expect((await command('backup', [backup], home.env)).status).toBe(0)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

const isEmbedded = () => home.env.DATABASE_URL === undefined

const idsIn = (folder: string) => readdirSync(folder).sort()

/** A DATA_DIR whose files folder is a link to a folder with a file on another disk. */
const linkedHome = async (name: string) => {
  const folder = join(place, name)
  const env = await emptyInstallation(folder)
  const disk = join(folder, 'disk', 'files')
  for (const each of [env.DATA_DIR ?? '', disk]) mkdirSync(each, { recursive: true })
  symlinkSync(disk, join(env.DATA_DIR ?? '', 'files'))
  return { env, folder, disk, at: (...names: string[]) => join(env.DATA_DIR ?? '', ...names) }
}

describe('a restore into a DATA_DIR whose files folder is a link', () => {
  it(
    'restores into the target of a linked files folder, and moves its old files aside there',
    long,
    async () => {
      const linked = await linkedHome('filled')
      const old = 'a'.repeat(20)
      writeFileSync(join(linked.disk, old), 'old')
      const refused = await command('restore', [backup], linked.env)
      expect([refused.status, refused.output]).toEqual([
        1,
        expect.stringContaining('has data already (files)'),
      ])
      const { status, output } = await command('restore', [backup, '--replace'], linked.env)
      expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
      expect(lstatSync(linked.at('files')).isSymbolicLink()).toBe(true)
      expect(idsIn(linked.disk)).toEqual([...home.ids].sort())
      const [aside = '', ...more] = readdirSync(join(linked.folder, 'disk')).filter(each => each !== 'files')
      expect([aside, more]).toEqual([expect.stringMatching(/^files\.replaced-/), []])
      expect(idsIn(join(linked.folder, 'disk', aside))).toEqual([old])
      expect(output).toContain(aside)
      expect(readdirSync(linked.at()).filter(each => /^re(storing|placed)/.test(each))).toEqual([])
    },
  )

  it('restores into a linked empty folder without --replace', long, async () => {
    const linked = await linkedHome('empty')
    const { status, output } = await command('restore', [backup], linked.env)
    expect([status, output]).toEqual([0, expect.not.stringContaining('What was there before')])
    expect([idsIn(linked.disk), idsIn(join(linked.folder, 'disk'))]).toEqual([
      [...home.ids].sort(),
      ['files'],
    ])
  })

  it('refuses to restore when files is a dangling link', async () => {
    const linked = await linkedHome('dangling')
    rmSync(linked.disk, { recursive: true })
    const { status, output } = await command('restore', [backup], linked.env)
    expect([status, output]).toEqual([1, expect.stringContaining('is a link to something that is not there')])
    expect(existsSync(linked.disk)).toBe(false)
  })

  it('keeps a linked folder unchanged when the restore fails', long, async () => {
    const linked = await linkedHome('failed')
    const damaged = join(place, 'damaged')
    spawnSync('cp', ['-a', backup, damaged])
    const { name } = readManifest(backup).database
    rmSync(join(damaged, name))
    writeFileSync(join(damaged, name), 'no database')
    expect((await command('restore', [damaged], linked.env)).status).toBe(1)
    expect([idsIn(linked.disk), idsIn(join(linked.folder, 'disk'))]).toEqual([[], ['files']])
  })

  const mounting = ['--mount', 'sh', '-c', 'mount -t tmpfs tmpfs "$0" && "$@"']
  it('restores into a disk mounted at files, and keeps its other content', long, async context => {
    const env = await emptyInstallation(join(place, 'mounted'))
    const files = join(env.DATA_DIR ?? '', 'files')
    mkdirSync(files, { recursive: true })
    context.skip(
      spawnSync('unshare', [...mounting, files, 'true']).status !== 0,
      'mount is not permitted here',
    )
    const script = `echo old > "$1/${'b'.repeat(20)}"; mkdir "$1/mine"; shift; "$@"; ls -R "$DATA_DIR/files"`
    const restore = [process.execPath, '--import', 'tsx', 'scripts/restore.ts', backup, '--replace']
    const { stdout } = spawnSync(
      'unshare',
      [...mounting, files, 'sh', '-c', script, 'sh', files, ...restore],
      {
        env: { ...process.env, DATABASE_URL: '', ...env },
        encoding: 'utf8',
      },
    )
    expect(stdout).toContain('Restored into')
    for (const id of home.ids) expect(stdout).toContain(id)
    expect(stdout).toMatch(new RegExp(`files/replaced-[^\\n]*:\\n${'b'.repeat(20)}`))
    expect(stdout).toContain('mine')
  })

  it('restores a database folder and a secret that are links', long, async context => {
    context.skip(!isEmbedded(), 'for the embedded database')
    const linked = await linkedHome('all')
    const cluster = join(linked.folder, 'fast', 'cluster')
    mkdirSync(cluster, { recursive: true })
    symlinkSync(cluster, linked.at('pglite'))
    writeFileSync(join(linked.folder, 'key'), 'old key')
    symlinkSync(join(linked.folder, 'key'), linked.at('secret'))
    const { status, output } = await command('restore', [backup, '--replace'], linked.env)
    expect([status, output]).toEqual([0, expect.stringContaining('Restored into')])
    expect(lstatSync(linked.at('pglite')).isSymbolicLink()).toBe(true)
    expect(readdirSync(cluster)).toContain('PG_VERSION')
    expect(readdirSync(join(linked.folder, 'fast'))).toEqual(['cluster'])
  })
})

describe('the target of a backup', () => {
  it('refuses a backup inside the target of the linked DATA_DIR/files', async () => {
    const linked = await linkedHome('target')
    const { recipient } = await newKeys()
    for (const env of [linked.env, { ...linked.env, BACKUP_RECIPIENT: recipient }]) {
      const { status, output } = await command('backup', [join(linked.disk, 'backup')], env)
      expect([status, output]).toEqual([1, expect.stringContaining('is inside DATA_DIR/files')])
    }
    expect(idsIn(linked.disk)).toEqual([])
  })
})

describe('a symbolic link in a backup', () => {
  const copied = (name: string) => {
    const folder = join(place, name)
    spawnSync('cp', ['-a', backup, folder])
    return folder
  }
  /** Replaces a file or folder by a link to a copy elsewhere. */
  const replaceByLink = (entry: string) => {
    renameSync(entry, `${entry}-elsewhere`)
    symlinkSync(`${entry}-elsewhere`, entry)
  }

  it('reports a stored file of a backup as damaged when it is a symbolic link', long, async () => {
    const folder = copied('linked-file')
    replaceByLink(join(folder, 'files', home.id))
    const refused = await command(
      'restore',
      [folder],
      await emptyInstallation(join(place, 'from-linked-file')),
    )
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining(home.id)])
    const env = await emptyInstallation(join(place, 'from-linked'))
    const { status } = await command('restore', [folder, '--without-damaged'], env)
    const files = join(env.DATA_DIR ?? '', 'files')
    expect([status, readdirSync(files).length, existsSync(join(files, home.id))]).toEqual([
      0,
      COUNT - 1,
      false,
    ])
  })

  it.each(['files', 'files.jsonl', 'manifest.json', 'database'])(
    'follows no symbolic link in place of the %s of a backup',
    async given => {
      const folder = copied(`linked-${given}`)
      replaceByLink(join(folder, given === 'database' ? readManifest(folder).database.name : given))
      const env = await emptyInstallation(join(place, `from-linked-${given}`))
      const { status } = await command('restore', [folder], env)
      expect([status, existsSync(join(env.DATA_DIR ?? '', 'files'))]).toEqual([1, false])
    },
  )

  it('refuses an archive of the database that contains a symbolic link', long, async context => {
    context.skip(!isEmbedded(), 'for the embedded database')
    const folder = copied('linked-archive')
    const archive = join(folder, 'database.tar.gz')
    const unpacked = join(place, 'unpacked')
    mkdirSync(unpacked)
    spawnSync('tar', ['-xzf', archive, '-C', unpacked])
    const outside = join(place, 'outside')
    copyFileSync(join(unpacked, 'PG_VERSION'), outside)
    rmSync(join(unpacked, 'PG_VERSION'))
    symlinkSync(outside, join(unpacked, 'PG_VERSION'))
    spawnSync('tar', ['-czf', archive, '-C', unpacked, '.'])
    const manifest = JSON.parse(JSON.stringify(readManifest(folder)))
    manifest.database.size = lstatSync(archive).size
    manifest.database.sha256 = await hashOf(archive, 'sha256', 'hex')
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const { status, output } = await command(
      'restore',
      [folder],
      await emptyInstallation(join(place, 'from-archive')),
    )
    expect([status, output]).toEqual([1, expect.stringContaining('holds PG_VERSION, which is no file')])
  })
})
