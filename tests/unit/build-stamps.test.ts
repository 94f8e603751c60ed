import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFresh, stampOf, writeStamp } from '~/scripts/builds'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-stamp-'))
  for (const name of ['src/deep', 'dist']) mkdirSync(join(folder, name), { recursive: true })
  put('src/a.ts', 'one')
  put('src/deep/b.ts', 'two')
  put('vite.config.ts', 'three')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const stamp = (name = 'panel', sources = ['src', 'vite.config.ts', 'missing']) =>
  stampOf(
    name,
    sources.map(source => join(folder, source)),
  )

describe('build stamp', () => {
  it('the build stamp is the same for the same sources', () => {
    expect(stamp()).toBe(stamp())
    expect(stamp()).toMatch(/^panel [0-9a-f]{64}\n$/)
  })

  it.each<[string, () => void]>([
    ['a changed file', () => put('src/deep/b.ts', 'zwei')],
    ['an additional file', () => put('src/c.ts', '')],
    ['a removed file', () => rmSync(join(folder, 'src/a.ts'))],
    ['a renamed file', () => renameSync(join(folder, 'src/a.ts'), join(folder, 'src/aa.ts'))],
    ['an added source', () => put('missing', '')],
    [
      'bytes that moved from one file to the next',
      () => {
        put('src/a.ts', 'onet')
        put('src/deep/b.ts', 'wo')
      },
    ],
  ])('the build stamp differs after %s', (_name, change) => {
    const before = stamp()
    change()
    expect(stamp()).not.toBe(before)
  })

  it('the build stamp differs for another build of the same sources', () => {
    expect(stamp('cloud')).not.toBe(stamp('onpremise'))
  })
})

describe('build freshness', () => {
  const dist = () => join(folder, 'dist')

  it('a build is fresh until its sources change', () => {
    expect(isFresh(dist(), stamp())).toBe(false)
    writeStamp(dist(), stamp())
    expect(isFresh(dist(), stamp())).toBe(true)
    put('src/a.ts', 'eins')
    expect(isFresh(dist(), stamp())).toBe(false)
  })

  it('a missing build or one of another target is not fresh', () => {
    expect(isFresh(join(folder, 'nowhere'), stamp())).toBe(false)
    writeStamp(dist(), stamp('cloud'))
    expect(isFresh(dist(), stamp('onpremise'))).toBe(false)
  })
})
