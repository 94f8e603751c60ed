import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderVault, isBucket, namesIn, openVault, type Vault } from '~/server/platform/backup/vault/vault'
import { backupsIn, pruneVault } from '~/server/platform/backup/vault/vault-backups'
import { readConfig } from '~/server/platform/config/config'

const nameOf = (day: number) => `2026-05-0${day}T00-00-00-000Z`

let vault: Vault
beforeEach(() => {
  vault = folderVault(mkdtempSync(join(tmpdir(), 'vecto-vault-')))
})

const put = (name: string, text = 'x') => vault.put(name, Readable.from([text]), text.length)

/** Stores a backup in the order of `sendBackup`; without a manifest it is in progress or was interrupted. */
const send = async (day: number, files: readonly string[], { complete = true, encrypted = false } = {}) => {
  const into = `backups/${nameOf(day)}`
  const end = encrypted ? '.age' : ''
  await put(`${into}/files.json`, JSON.stringify(files))
  for (const id of files) await put(`files/${id}${end}`)
  await put(`${into}/database.dump${end}`)
  if (complete) await put(`${into}/manifest.json${end}`)
}

const days = async () => (await backupsIn(vault)).map(({ name }) => Number(name.slice(8, 10)))
const files = () => namesIn(vault, 'files/')

describe('the backups of a vault', () => {
  it('lists complete backups, the newest first, and ignores other folders', async () => {
    await send(2, ['a'])
    await send(3, ['a'], { encrypted: true })
    await send(1, ['a'])
    await send(4, ['a'], { complete: false })
    await put('backups/holiday/manifest.json')
    await put('backups/../manifest.json')
    expect(await days()).toEqual([3, 2, 1])
  })
})

describe('pruning old backups of a vault', () => {
  it('removes old backups with the files that no other backup has', async () => {
    await send(1, ['old', 'shared'])
    await send(2, ['shared', 'new'])
    await send(3, ['shared'])
    expect(await pruneVault(vault, 2)).toBe(1)
    expect([await days(), await files()]).toEqual([
      [3, 2],
      ['files/new', 'files/shared'],
    ])
    expect(await namesIn(vault, `backups/${nameOf(1)}`)).toEqual([])
  })

  it('keeps all backups and files up to the number to keep', async () => {
    await send(1, ['a'])
    await put('files/unknown')
    expect(await pruneVault(vault, 2)).toBe(0)
    await send(2, ['b'])
    expect(await pruneVault(vault, 3)).toBe(0)
    expect(await files()).toEqual(['files/a', 'files/b', 'files/unknown'])
  })

  it('keeps the files of a backup that is being sent', async () => {
    await send(1, ['a'])
    await send(2, ['b'])
    await send(3, ['c', 'd'], { complete: false })
    expect(await pruneVault(vault, 1)).toBe(1)
    expect([await days(), await files()]).toEqual([[2], ['files/b', 'files/c', 'files/d']])
  })

  it('removes the remains of older interrupted backups', async () => {
    await send(1, ['half'], { complete: false })
    await send(2, ['a'])
    expect(await pruneVault(vault, 1)).toBe(0)
    expect(await files()).toEqual(['files/a'])
    expect(await namesIn(vault, `backups/${nameOf(1)}`)).toEqual([])
  })

  it('removes encrypted files by their ids', async () => {
    await send(1, ['a', 'b'], { encrypted: true })
    await send(2, ['b'], { encrypted: true })
    await pruneVault(vault, 1)
    expect(await files()).toEqual(['files/b.age'])
  })

  it('removes nothing if the file list of a kept backup cannot be read', async () => {
    await send(1, ['a'])
    await send(2, ['b'])
    await vault.remove(`backups/${nameOf(2)}/files.json`)
    await expect(pruneVault(vault, 1)).rejects.toThrow(/files\.json is missing/)
    await put(`backups/${nameOf(2)}/files.json`, '{"not":"a list"}')
    await expect(pruneVault(vault, 1)).rejects.toThrow()
    expect([await days(), await files()]).toEqual([
      [2, 1],
      ['files/a', 'files/b'],
    ])
  })
})

describe('the location of a vault', () => {
  const config = readConfig({}, 'test')
  it('opens a folder or a bucket as vault', async () => {
    expect(['s3://backups', 's3:', '/mnt/s3', 'S3://x'].map(isBucket)).toEqual([true, false, false, false])
    expect((await openVault('relative/folder', config)).place).toBe(join(process.cwd(), 'relative/folder'))
  })

  it.each(['s3://', 's3://x', 's3://Upper/prefix', 's3://-backups', 's3:///prefix'])(
    'rejects the vault %s, which names no bucket',
    async target => {
      await expect(openVault(target, config)).rejects.toThrow('it takes s3://bucket/prefix')
    },
  )
})
