import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { reached } from '~/server/platform/backup/postgres-copy'
import { prepareTarget } from '~/server/platform/backup/target'
import { folderVault } from '~/server/platform/backup/vault/folder-vault'
import { namesIn } from '~/server/platform/backup/vault/vault'
import { findPrimary, hostsOf, NoPrimary } from '~/server/platform/database/hosts'
import { BackupError } from '~/server/platform/storage/backup-error'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'vecto-targets-')))
  mkdirSync(join(folder, 'data'))
})

describe('the target of a backup', () => {
  const prepare = (target: string) => () =>
    prepareTarget(join(folder, target), { DATA_DIR: join(folder, 'data') })

  it.each(['data', 'data/here', 'data/deep/er', 'data/..hidden', 'data/x/../y'])(
    'is refused inside the data: %s',
    target => {
      expect(prepare(target)).toThrow(BackupError)
      expect(prepare(target)).toThrow(/is inside DATA_DIR/)
    },
  )

  it('is refused inside the data where a link leads there', () => {
    symlinkSync(join(folder, 'data'), join(folder, 'link'))
    expect(prepare('link/here')).toThrow(/is inside DATA_DIR/)
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })

  it.each(['elsewhere', 'deep/er', 'data2', '..data', 'data/snapshots/2026-01-01T00-00-00-000Z'])(
    'is made for its owner alone: %s',
    target => {
      prepare(target)()
      expect(existsSync(join(folder, target))).toBe(true)
    },
  )

  it('is refused where something lies already, a backup or not, and nothing of it is touched', () => {
    mkdirSync(join(folder, 'photos'))
    writeFileSync(join(folder, 'photos', 'one.jpg'), 'kept')
    expect(prepare('photos')).toThrow(/is not empty/)
    writeFileSync(join(folder, 'photos', 'manifest.json'), '{}')
    expect(prepare('photos')).toThrow(/holds a backup already/)
    expect(readdirSync(join(folder, 'photos'))).toEqual(['manifest.json', 'one.jpg'])
  })

  it('may hold what is left of an interrupted backup', () => {
    mkdirSync(join(folder, 'again'))
    writeFileSync(join(folder, 'again', 'manifest.unfinished'), '')
    expect(prepare('again')).not.toThrow()
  })
})

describe('the address of a database that libpq programs are given', () => {
  it.each([
    ['postgres://u:pw@h:5432/d', 'postgres://u@h:5432/d', 'pw'],
    ['postgres://u:p%40w@h/d', 'postgres://u@h/d', 'p@w'],
    ['postgres://u:p@w@h/d', 'postgres://u@h/d', 'p@w'],
    ['postgres://u:p:w@h/d', 'postgres://u@h/d', 'p:w'],
    ['postgres://u@h/d', 'postgres://u@h/d', undefined],
    ['postgres://h:5432/d?application_name=a@b', 'postgres://h:5432/d?application_name=a@b', undefined],
  ])('%s has no password in it', (url, address, password) => {
    const found = reached(url)
    expect([found.address, found.env.PGPASSWORD]).toEqual([address, password])
  })

  it('asks for the host that accepts writes where there are several', () => {
    expect(reached('postgres://u:a@b@one,two:2/d')).toEqual({
      address: 'postgres://u@one,two:2/d',
      env: { PGPASSWORD: 'a@b', PGTARGETSESSIONATTRS: 'read-write' },
    })
  })
})

describe('the hosts of a database', () => {
  it('are told apart, also where the password holds an @', () => {
    expect(hostsOf('postgres://u:a@b@one:1,two/d?x=1')).toEqual([
      'postgres://u:a@b@one:1/d?x=1',
      'postgres://u:a@b@two/d?x=1',
    ])
  })

  it('are named without passwords when none of them answers', async () => {
    const closed = [
      'postgres://u:secret@127.0.0.1:9/d?password=hidden',
      'postgres://127.0.0.1:9?password=hidden',
    ]
    const error = await findPrimary(closed).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(NoPrimary)
    expect(String(error)).toMatch(/127\.0\.0\.1:9 \(.*\), 127\.0\.0\.1:9 \(/)
    expect(String(error)).not.toMatch(/secret|hidden/)
  })
})

describe('a vault in a folder', () => {
  it('gives back what was put there, by name', async () => {
    const vault = folderVault(join(folder, 'vault'))
    await vault.put('files/a', Readable.from(['one']), 3)
    await vault.put('files/a', Readable.from(['another']), 7)
    expect([await namesIn(vault, 'files/'), await text(await vault.get('files/a'))]).toEqual([
      ['files/a'],
      'another',
    ])
    await vault.remove('files/a')
    await expect(vault.get('files/a')).rejects.toThrow(BackupError)
  })

  it('keeps nothing of what was cut off', async () => {
    const vault = folderVault(join(folder, 'vault'))
    const cutOff = Readable.from(
      (function* () {
        yield 'half'
        throw new Error('the connection was lost')
      })(),
    )
    await expect(vault.put('files/a', cutOff, 8)).rejects.toThrow('the connection was lost')
    expect(readdirSync(join(folder, 'vault', 'files'))).toEqual([])
  })
})
