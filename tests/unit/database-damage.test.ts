import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { DataDamaged, damaged, refuseMissing } from '~/server/platform/database/embedded'
import { snapshotName } from '~/server/platform/snapshots/snapshots'
import { completeSnapshot } from '../support/server/snapshot-manifest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-damage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const configOf = (dataDir = folder) => readConfig({ DATA_DIR: dataDir }, 'test')

const put = (...path: readonly string[]) => {
  const file = join(folder, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'x')
}

const refusal = (dataDir = folder) => {
  try {
    refuseMissing(configOf(dataDir))
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(DataDamaged)
    return (error as Error).message
  }
}

describe('data folder', () => {
  it('accepts a new data folder, existing or not', () => {
    expect(refusal()).toBe('')
    expect(refusal(join(folder, 'not', 'yet'))).toBe('')
  })

  it('treats a data folder with only the leftovers of a first start as new', () => {
    put('secret')
    put('lock')
    mkdirSync(join(folder, 'files'))
    mkdirSync(join(folder, 'pglite'))
    expect(refusal()).toBe('')
  })

  it('opens a data folder with a database', () => {
    put('pglite', 'PG_VERSION')
    put('files', 'abc')
    expect(refusal()).toBe('')
  })

  it('creates the database again when its creation was interrupted', () => {
    put('pglite', 'base', '1')
    put('pglite.creating')
    expect(refusal()).toBe('')
  })

  it('refuses a damaged database and changes nothing', () => {
    put('pglite', 'base', '1')
    expect(refusal()).toMatch(/is damaged: it has no PG_VERSION\. Nothing was changed\./)
  })

  it.each([
    ['files', ['files', 'abc'], 'files is there'],
    ['an unfinished restoration', ['restoring', 'x'], 'restoring is there'],
    ['files that a restoration replaced', ['replaced-2026', 'x'], 'replaced-2026 is there'],
  ] as const)(
    'refuses a data folder without a database but with %s, and states the remedy',
    (_what, path, said) => {
      put(...path)
      const message = refusal()
      expect(message).toContain(said)
      expect(message).toContain('npm run restore -- <backup folder> --replace')
      expect(message).toContain('choose another DATA_DIR')
    },
  )
})

describe('remedy for a damaged database', () => {
  it('names the newest complete snapshot, quoted for a shell', () => {
    const dataDir = join(folder, 'of Ann')
    const time = new Date('2026-01-02T03:04:05Z')
    const snapshot = join(dataDir, 'snapshots', snapshotName(time))
    mkdirSync(snapshot, { recursive: true })
    for (const [name, text] of Object.entries(completeSnapshot(time)))
      writeFileSync(join(snapshot, name), text)
    const { message } = damaged(configOf(dataDir), 'the index x is empty')
    expect(message).toContain('is damaged: the index x is empty. Nothing was changed.')
    expect(message).toContain('of 2026-01-02T03:04:05.000Z')
    expect(message).toContain(`npm run restore -- '${snapshot}' --replace`)
  })

  it('states that no complete snapshot exists', () => {
    expect(damaged(configOf(), 'x').message).toContain(`There is no complete snapshot in ${folder}`)
  })
})
