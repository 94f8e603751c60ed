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

describe('the stamp of a build', () => {
  it('is the same for the same sources', () => {
    expect(stamp()).toBe(stamp())
    expect(stamp()).toMatch(/^panel [0-9a-f]{64}\n$/)
  })

  it.each<[string, () => void]>([
    ['a file that has changed', () => put('src/deep/b.ts', 'zwei')],
    ['a file more', () => put('src/c.ts', '')],
    ['a file less', () => rmSync(join(folder, 'src/a.ts'))],
    ['a file of another name', () => renameSync(join(folder, 'src/a.ts'), join(folder, 'src/aa.ts'))],
    ['a source that was missing', () => put('missing', '')],
    [
      'bytes that moved from one file to the next',
      () => {
        put('src/a.ts', 'onet')
        put('src/deep/b.ts', 'wo')
      },
    ],
  ])('is another one with %s', (_name, change) => {
    const before = stamp()
    change()
    expect(stamp()).not.toBe(before)
  })

  it('is another one for another build of the same sources', () => {
    expect(stamp('cloud')).not.toBe(stamp('onpremise'))
  })
})

describe('a build', () => {
  const dist = () => join(folder, 'dist')

  it('is fresh where it was made from these sources, until they change', () => {
    expect(isFresh(dist(), stamp())).toBe(false)
    writeStamp(dist(), stamp())
    expect(isFresh(dist(), stamp())).toBe(true)
    put('src/a.ts', 'eins')
    expect(isFresh(dist(), stamp())).toBe(false)
  })

  it('is not where there is none, or where another one was made', () => {
    expect(isFresh(join(folder, 'nowhere'), stamp())).toBe(false)
    writeStamp(dist(), stamp('cloud'))
    expect(isFresh(dist(), stamp('onpremise'))).toBe(false)
  })
})
