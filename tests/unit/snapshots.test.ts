import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { MANIFEST } from '~/server/platform/snapshots/manifest'
import {
  isSnapshotName,
  newestBackup,
  newestSnapshot,
  removeUnfinished,
  rotate,
  snapshotName,
} from '~/server/platform/snapshots/snapshots'
import { completeSnapshot } from '../support/server/snapshot-manifest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-snapshots-'))
})

const at = (day: number) => new Date(Date.UTC(2026, 4, day))
/** Creates a folder with the files of a complete backup, or with other files. */
const put = (name: string, files: Readonly<Record<string, string>>) => {
  mkdirSync(join(folder, name))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text)
}
const snapshot = (day: number) => put(snapshotName(at(day)), completeSnapshot(at(day)))
const days = () =>
  readdirSync(folder)
    .filter(isSnapshotName)
    .map(name => Number(name.slice(8, 10)))

describe('snapshots of the database', () => {
  it('names snapshots after their time, so that names sort chronologically', () => {
    expect(snapshotName(new Date('2026-05-04T03:02:01.009Z'))).toBe('2026-05-04T03-02-01-009Z')
    expect(isSnapshotName('2026-05-04T03-02-01-009Z')).toBe(true)
    for (const name of ['2026-05-04', '../2026-05-04T03-02-01-009Z', '2026-05-04T03-02-01-009Z/x', ''])
      expect(isSnapshotName(name)).toBe(false)
  })

  it('finds the newest complete snapshot', () => {
    expect(newestSnapshot(folder)).toBeUndefined()
    expect(newestSnapshot(join(folder, 'nowhere'))).toBeUndefined()
    snapshot(1)
    snapshot(2)
    put(snapshotName(at(3)), { 'database.tar': '' })
    put(snapshotName(at(4)), { [MANIFEST]: 'cut o' })
    expect(newestSnapshot(folder)?.folder).toBe(join(folder, snapshotName(at(2))))
  })

  it('ignores snapshots dated in the future when finding the newest', () => {
    snapshot(1)
    snapshot(20)
    expect(newestSnapshot(folder, at(2))?.folder).toBe(join(folder, snapshotName(at(1))))
    expect(newestSnapshot(folder, at(20))?.folder).toBe(join(folder, snapshotName(at(20))))
  })

  it('removes the oldest snapshots beyond the number to keep, but no other folders', () => {
    for (const day of [1, 2, 3, 4]) snapshot(day)
    put('mine', completeSnapshot(at(1)))
    put(snapshotName(at(5)), { 'database.tar': '' })
    rotate(folder, 2)
    expect(days()).toEqual([3, 4, 5])
    expect(existsSync(join(folder, 'mine'))).toBe(true)
  })

  it('removes unfinished snapshots, but no folders with other files', () => {
    snapshot(1)
    put(snapshotName(at(2)), { 'manifest.unfinished': '', 'database.tar': 'half' })
    put(snapshotName(at(3)), { 'photo.jpg': '' })
    removeUnfinished(folder)
    expect(days()).toEqual([1, 3])
  })

  it('compares backups with other names by the time in their manifest', () => {
    snapshot(1)
    put('before-the-move', completeSnapshot(at(7)))
    expect(newestBackup(folder)?.folder).toBe(join(folder, 'before-the-move'))
  })
})
