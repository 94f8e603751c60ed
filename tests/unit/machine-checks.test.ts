import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  checkDescriptors,
  checkDisk,
  checkSnapshots,
} from '~/server/features/maintenance/doctor/machine-checks'
import { readConfig } from '~/server/platform/config/config'

const folder = mkdtempSync(join(tmpdir(), 'vecto-checks-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const config = (env: Readonly<Record<string, string>> = {}) =>
  readConfig({ DATA_DIR: folder, ...env }, 'test')

it.each([
  [256, 'warning'],
  [1023, 'warning'],
  [1024, 'ok'],
  [Number.POSITIVE_INFINITY, 'ok'],
] as const)('the doctor rates a limit of %s open files: %s', (limit, level) => {
  expect(checkDescriptors(limit).level).toBe(level)
})

it('the doctor warns of a missing first snapshot unless snapshots are disabled', () => {
  mkdirSync(folder, { recursive: true })
  expect(checkSnapshots(config()).level).toBe('warning')
  expect(checkSnapshots(config({ SNAPSHOT_HOURS: '0' })).level).toBe('ok')
})

it('the doctor reports a data folder that is not writable', () => {
  expect(checkDisk(config({ DATA_DIR: '/proc/self' }))).toMatchObject({
    level: 'error',
    message: 'Nothing can be written to /proc/self',
  })
})
