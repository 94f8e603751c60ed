import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyScratch, scratchFolder } from '~/server/platform/disk/scratch'

let place = ''
const before = process.env.TMPDIR
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'vecto-scratches-'))
  process.env.TMPDIR = place
})
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(place, { recursive: true, force: true })
})

const made = (name: string, hours = 0) => {
  const folder = join(place, name)
  mkdirSync(folder)
  const time = new Date(Date.now() - hours * 3_600_000)
  utimesSync(folder, time, time)
  return folder
}
const own = `vecto-scratch-${hostname().replace(/[^A-Za-z0-9.]/g, '_')}`
/** A process id that does not exist. */
const NONE = 2 ** 30

describe('the scratch folder', () => {
  it('creates the scratch folder again after it was removed', () => {
    const first = scratchFolder()
    rmSync(first, { recursive: true })
    expect(existsSync(scratchFolder())).toBe(true)
  })

  it('removes scratch folders of ended processes, on this host or in an earlier container', () => {
    const left = [
      made(`${own}-${NONE}-abc`),
      made(`${own}-${process.pid}-former`),
      made('vecto-scratch-otherhost-7-abc', 25),
      made('vecto-part-abc', 25),
    ]
    const kept = [
      made(`${own}-${process.ppid}-abc`),
      made('vecto-scratch-otherhost-8-abc', 1),
      made('vecto-part-def', 1),
      made('something-else', 100),
    ]
    emptyScratch()
    expect(left.filter(existsSync)).toEqual([])
    expect(kept.filter(existsSync)).toEqual(kept)
  })
})
