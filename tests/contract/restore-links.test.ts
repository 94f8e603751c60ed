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
import { command } from '../support/backups'
import { COUNT, emptyInstallation, installation } from '../support/file-installation'
import { long } from '../support/long'

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

/** A DATA_DIR whose folder of files is a link to a folder of another disk, with a file of its own. */
const linkedHome = async (name: string) => {
  const folder = join(place, name)
  const env = await emptyInstallation(folder)
  const disk = join(folder, 'disk', 'files')
  for (const each of [env.DATA_DIR ?? '', disk]) mkdirSync(each, { recursive: true })
  symlinkSync(disk, join(env.DATA_DIR ?? '', 'files'))
  return { env, folder, disk, at: (...names: string[]) => join(env.DATA_DIR ?? '', ...names) }
}

describe('a restoration into a DATA_DIR whose files are a link to another disk', () => {
  it(
    'fills the target of a linked files folder, and moves the old files aside on that disk',
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

  it('refuses to restore where files is a link that leads nowhere', async () => {
    const linked = await linkedHome('dangling')
    rmSync(linked.disk, { recursive: true })
    const { status, output } = await command('restore', [backup], linked.env)
    expect([status, output]).toEqual([1, expect.stringContaining('is a link to something that is not there')])
    expect(existsSync(linked.disk)).toBe(false)
  })

  it('leaves a linked folder as it was when the restoration fails', long, async () => {
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
  it('fills a disk that is mounted at files, and leaves what else it holds', long, async context => {
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

  it('fills a database folder and a secret that are links', long, async context => {
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
  it('refuses a backup inside the folder that DATA_DIR/files leads to', async () => {
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
  /** Puts a link in the place of a file or folder, which leads to the same bytes elsewhere. */
  const replaceByLink = (entry: string) => {
    renameSync(entry, `${entry}-elsewhere`)
    symlinkSync(`${entry}-elsewhere`, entry)
  }

  it('counts a stored file of a backup that is a symbolic link as damaged', long, async () => {
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

  it('refuses an archive of the database that holds a symbolic link', long, async context => {
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
