import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asked, openJournal, openMemory } from '~/cli/make-once'

const server = 'https://admin.example.com'
const asked: Asked = {
  ...{ list: 'videos360', form: { name: 'Quay' }, under: 'videos', at: 1, there: [] },
  key: '7f1c1c0e-5b0a-4f0e-9d1a-0123456789ab',
}

let folder = ''
let path = ''
let listeners: readonly unknown[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-journal-'))
  path = join(folder, 'journal.json')
  listeners = process.listeners('exit')
})
afterEach(() => {
  // Each journal that was opened waits for the end of the process, to give up its lock.
  for (const listener of process.listeners('exit'))
    if (!listeners.includes(listener)) process.removeListener('exit', listener)
  rmSync(folder, { recursive: true, force: true })
})

const unlock = () => rmSync(`${path}.lock`)
/** As a later run finds it. */
const reopened = (of = server) => {
  unlock()
  return openJournal(path, of)
}
const held = (by: string) => writeFileSync(`${path}.lock`, by)

describe('the journal of a folder', () => {
  it('knows nothing at first, and writes nothing until there is something', () => {
    expect(openJournal(path, server).of('a')).toEqual({ begun: {}, sent: {} })
    expect(existsSync(path)).toBe(false)
  })

  it('is read again by the next run', () => {
    const journal = openJournal(path, server)
    journal.note('a', { begun: { file: 'u1' } })
    journal.note('a', { sent: { file: 'u1' } })
    journal.note('b', { asked })
    journal.note('c', { made: 'videos/v1/vectos/d1' })
    const later = reopened()
    expect(later.of('a')).toEqual({ begun: { file: 'u1' }, sent: { file: 'u1' } })
    expect([later.of('b').asked, later.of('c').made]).toEqual([asked, 'videos/v1/vectos/d1'])
    expect(readdirSync(folder).sort()).toEqual(['journal.json', 'journal.json.lock'])
  })

  it.each(['.new', '.lock'])('writes to no other file through a symbolic link %s', end => {
    const other = join(folder, 'other')
    writeFileSync(other, 'kept')
    symlinkSync(other, `${path}${end}`)
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(readFileSync(other, 'utf8')).toBe('kept')
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it('creates no file where a symbolic link leads nowhere', () => {
    for (const end of ['.new', '.lock']) symlinkSync(join(folder, 'nowhere'), `${path}${end}`)
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it('refuses a journal that is a symbolic link', () => {
    const other = join(folder, 'other')
    writeFileSync(other, '{"version":3,"entries":{}}')
    symlinkSync(other, path)
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'journalLink', values: { path } }),
    )
    expect(readFileSync(other, 'utf8')).toBe('{"version":3,"entries":{}}')
  })

  it('forgets what is no longer true, and keeps the rest', () => {
    const journal = openJournal(path, server)
    journal.note('a', { made: 'videos/v1' })
    journal.note('b', { made: 'videos/v2' })
    journal.forget('a')
    journal.forget('never noted')
    const later = reopened()
    expect([later.of('a').made, later.of('b').made]).toEqual([undefined, 'videos/v2'])
  })

  it('drops a request that was answered', () => {
    const journal = openJournal(path, server)
    journal.note('a', { asked })
    journal.note('a', { asked: undefined, made: 'videos/v1' })
    expect(reopened().of('a')).toEqual({ begun: {}, sent: {}, made: 'videos/v1' })
  })

  it('keeps the notes of each server apart', () => {
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(reopened('https://other.example').of('a').made).toBeUndefined()
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it.each(['__proto__', 'constructor', 'toString', ''])('takes %j for a key like any other', key => {
    const journal = openJournal(path, server)
    expect(journal.of(key)).toEqual({ begun: {}, sent: {} })
    journal.note(key, { made: 'videos/v1' })
    expect(reopened().of(key).made).toBe('videos/v1')
  })

  const entries = (entry: object) => JSON.stringify({ version: 3, entries: { [`${server} a`]: entry } })

  it.each([
    ['nothing', ''],
    ['half of it', '{"version": 3, "entr'],
    ['a list', '[]'],
    ['another version', '{"version": 2, "entries": {}}'],
    ['a request to elsewhere', entries({ asked: { ...asked, list: '../users' } })],
    ['a record of elsewhere', entries({ asked: { ...asked, under: 'https://evil.example' } })],
    ['a way up', entries({ made: 'videos/../users' })],
    ['a key that is none', entries({ asked: { ...asked, key: 'x' } })],
    ['an address with more', entries({ made: 'videos/v1/vectos/d1/x' })],
  ])('is refused where it holds %s', (_name, text) => {
    writeFileSync(path, text)
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'journalBroken', values: { path } }),
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

describe('the lock of a journal', () => {
  /** The process that started the tests: it lives, and is not this one. */
  const other = process.ppid
  /** A process that has ended. */
  const ended = spawnSync(process.execPath, ['-e', '']).pid

  it('names its process', () => {
    openJournal(path, server)
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid))
  })

  it('keeps out a second run while the first lives', () => {
    held(String(other))
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'runningAlready', values: { pid: other, path: `${path}.lock` } }),
    )
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(other))
  })

  it.each([
    ['of a process that has ended', () => String(ended)],
    ['of a process with our own number, as a container gives it to each run', () => String(process.pid)],
    ['that is empty, as its process was killed before it wrote', () => ''],
    ['with something else in it', () => 'nobody'],
    ['of a number that no process has', () => '0'],
    ['of a group of processes', () => '-1'],
    ['of a fraction', () => '1.5'],
  ])('is taken over where it is one %s', (_name, text) => {
    held(text())
    expect(openJournal(path, server).of('a')).toEqual({ begun: {}, sent: {} })
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid))
  })

  it('needs a folder that can be written', () => {
    const nowhere = join(folder, 'none', 'journal.json')
    expect(() => openJournal(nowhere, server)).toThrow(
      expect.objectContaining({ key: 'notWritable', values: { path: nowhere } }),
    )
  })
})

it('a journal that ends with the run writes nothing', () => {
  const journal = openMemory(server)
  journal.note('a', { made: 'videos/v1' })
  expect(journal.of('a').made).toBe('videos/v1')
  journal.forget('a')
  expect([journal.of('a').made, readdirSync(folder)]).toEqual([undefined, []])
})
