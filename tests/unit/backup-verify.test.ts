import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { outcomeOf } from '~/server/platform/backup/control'
import { verifyBackup } from '~/server/platform/backup/verify'
import { completeBackup, createList, type Manifest, readManifest } from '~/server/platform/snapshots/manifest'

let folder = ''
const at = (...names: readonly string[]) => join(folder, ...names)
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-verify-'))
})

const sha256 = (contents: string) => createHash('sha256').update(contents).digest('hex')
const md5 = (contents: string) => createHash('md5').update(contents).digest('base64')
const partOf = (name: string, contents: string) => {
  writeFileSync(at('backup', name), contents)
  return { name, size: contents.length, sha256: sha256(contents) }
}
const idOf = (index: number) => `file${String(index).padStart(16, '0')}`

/** A complete backup with this many stored files and one that was missing when it was made. */
const makeBackupOf = async (count: number): Promise<Manifest> => {
  mkdirSync(at('backup', 'files'), { recursive: true })
  const list = await createList(at('backup', 'files.jsonl'))
  for (let index = 0; index < count; index += 1) {
    const contents = `contents ${index}`
    writeFileSync(at('backup', 'files', idOf(index)), contents)
    await list.add([{ id: idOf(index), size: contents.length, md5: md5(contents) }])
  }
  await list.add([{ id: idOf(count), size: 9, md5: '', fault: 'missing' }])
  const written = await list.complete()
  await list.close()
  completeBackup(at('backup'), {
    ...{ product: 'vecto-admin', version: '1', createdAt: '2026-05-04T00:00:00.000Z', migrations: [] },
    database: { ...partOf('database.tar', 'rows'), kind: 'embedded', heldMs: 12 },
    secret: partOf('secret', 'hush'),
    ...written,
  })
  return readManifest(at('backup'))
}

const verify = (manifest: Manifest, withoutDamaged = false, signal = new AbortController().signal) =>
  verifyBackup(at('backup'), manifest, withoutDamaged, signal)

describe('backup verification', () => {
  it('a backup without the files that were missing when it was made is valid', async () => {
    const manifest = await makeBackupOf(3)
    expect(await verify(manifest)).toEqual(new Map())
    expect(outcomeOf(manifest)).toEqual({ files: 3, faulty: 1, heldMs: 12 })
  })

  it.each(['database.tar', 'secret', 'files.jsonl'])(
    'rejects a backup whose %s is changed or missing, even without damaged files',
    async name => {
      const manifest = await makeBackupOf(1)
      const refusal = `The backup in ${at('backup')} is damaged: ${name} is not what its manifest says.`
      const { size } = statSync(at('backup', name))
      for (const contents of ['x'.repeat(size), 'x'.repeat(size + 1), '']) {
        writeFileSync(at('backup', name), contents)
        await expect(verify(manifest, true)).rejects.toThrow(refusal)
      }
      rmSync(at('backup', name))
      await expect(verify(manifest, true)).rejects.toThrow(refusal)
    },
  )

  it('rejects a backup with damaged files unless it is restored without them', async () => {
    const manifest = await makeBackupOf(5)
    writeFileSync(at('backup', 'files', idOf(1)), 'contents X')
    writeFileSync(at('backup', 'files', idOf(2)), '')
    rmSync(at('backup', 'files', idOf(4)))
    await expect(verify(manifest)).rejects.toThrow(/damaged: 3 of 5 files are missing or differ/)
    const damaged = await verify(manifest, true)
    expect([...damaged].sort()).toEqual([1, 2, 4].map(index => [idOf(index), 10]))
  })

  it('lists at most ten damaged files', async () => {
    const manifest = await makeBackupOf(12)
    rmSync(at('backup', 'files'), { recursive: true })
    const error = await verify(manifest).catch((caught: unknown) => String(caught))
    expect(error).toContain('12 of 12 files')
    expect(String(error).match(/file\d{16}/g)).toHaveLength(10)
  })

  it('an aborted verification rejects with the reason of its signal', async () => {
    const manifest = await makeBackupOf(1)
    const stopped = AbortSignal.abort(new Error('enough'))
    await expect(verify(manifest, false, stopped)).rejects.toThrow('enough')
  })
})
