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
  // Each opened journal has an exit listener that releases its lock.
  for (const listener of process.listeners('exit'))
    if (!listeners.includes(listener)) process.removeListener('exit', listener)
  rmSync(folder, { recursive: true, force: true })
})

const unlock = () => rmSync(`${path}.lock`)
/** Opens the journal as a later run does. */
const reopened = (of = server) => {
  unlock()
  return openJournal(path, of)
}
const held = (by: string) => writeFileSync(`${path}.lock`, by)

describe('journal of a folder', () => {
  it('a new journal is empty and is not written before the first note', () => {
    expect(openJournal(path, server).of('a')).toEqual({ begun: {}, sent: {} })
    expect(existsSync(path)).toBe(false)
  })

  it('the next run reads the journal', () => {
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

  it.each(['.new', '.lock'])('a journal write never changes the target of a symbolic link %s', end => {
    const other = join(folder, 'other')
    writeFileSync(other, 'kept')
    symlinkSync(other, `${path}${end}`)
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(readFileSync(other, 'utf8')).toBe('kept')
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it('a journal write never creates the target of a dangling symbolic link', () => {
    for (const end of ['.new', '.lock']) symlinkSync(join(folder, 'nowhere'), `${path}${end}`)
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it('rejects a journal that is a symbolic link', () => {
    const other = join(folder, 'other')
    writeFileSync(other, '{"version":3,"entries":{}}')
    symlinkSync(other, path)
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'journalLink', values: { path } }),
    )
    expect(readFileSync(other, 'utf8')).toBe('{"version":3,"entries":{}}')
  })

  it('journal.forget removes one note and keeps the others', () => {
    const journal = openJournal(path, server)
    journal.note('a', { made: 'videos/v1' })
    journal.note('b', { made: 'videos/v2' })
    journal.forget('a')
    journal.forget('never noted')
    const later = reopened()
    expect([later.of('a').made, later.of('b').made]).toEqual([undefined, 'videos/v2'])
  })

  it('a journal note with the result removes the pending request', () => {
    const journal = openJournal(path, server)
    journal.note('a', { asked })
    journal.note('a', { asked: undefined, made: 'videos/v1' })
    expect(reopened().of('a')).toEqual({ begun: {}, sent: {}, made: 'videos/v1' })
  })

  it('the journal keeps the notes of each server separate', () => {
    openJournal(path, server).note('a', { made: 'videos/v1' })
    expect(reopened('https://other.example').of('a').made).toBeUndefined()
    expect(reopened().of('a').made).toBe('videos/v1')
  })

  it.each(['__proto__', 'constructor', 'toString', ''])('the journal accepts the key %j', key => {
    const journal = openJournal(path, server)
    expect(journal.of(key)).toEqual({ begun: {}, sent: {} })
    journal.note(key, { made: 'videos/v1' })
    expect(reopened().of(key).made).toBe('videos/v1')
  })

  const entries = (entry: object) => JSON.stringify({ version: 3, entries: { [`${server} a`]: entry } })

  it.each([
    ['no content', ''],
    ['truncated JSON', '{"version": 3, "entr'],
    ['an array', '[]'],
    ['another version', '{"version": 2, "entries": {}}'],
    ['a request to another resource', entries({ asked: { ...asked, list: '../users' } })],
    ['a record of another site', entries({ asked: { ...asked, under: 'https://evil.example' } })],
    ['a path traversal', entries({ made: 'videos/../users' })],
    ['an invalid key', entries({ asked: { ...asked, key: 'x' } })],
    ['a path with extra segments', entries({ made: 'videos/v1/vectos/d1/x' })],
  ])('rejects a journal with %s and leaves it unchanged', (_name, text) => {
    writeFileSync(path, text)
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'journalBroken', values: { path } }),
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})

describe('lock of a journal', () => {
  /** The parent process of the tests: it is alive and is another one. */
  const other = process.ppid
  /** A process that has ended. */
  const ended = spawnSync(process.execPath, ['-e', '']).pid

  it('the journal lock contains the process id', () => {
    openJournal(path, server)
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid))
  })

  it('the journal lock rejects a second run while the first is alive', () => {
    held(String(other))
    expect(() => openJournal(path, server)).toThrow(
      expect.objectContaining({ key: 'runningAlready', values: { pid: other, path: `${path}.lock` } }),
    )
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(other))
  })

  it.each([
    ['of a process that has ended', () => String(ended)],
    ['of a process with the same id, as in containers', () => String(process.pid)],
    ['that is empty, since its process was killed before the write', () => ''],
    ['with other content', () => 'nobody'],
    ['with the process id 0', () => '0'],
    ['with the id of a process group', () => '-1'],
    ['with a fraction', () => '1.5'],
  ])('takes over a journal lock %s', (_name, text) => {
    held(text())
    expect(openJournal(path, server).of('a')).toEqual({ begun: {}, sent: {} })
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid))
  })

  it('the journal rejects a folder that is not writable', () => {
    const nowhere = join(folder, 'none', 'journal.json')
    expect(() => openJournal(nowhere, server)).toThrow(
      expect.objectContaining({ key: 'notWritable', values: { path: nowhere } }),
    )
  })
})

it('an in-memory journal writes no file', () => {
  const journal = openMemory(server)
  journal.note('a', { made: 'videos/v1' })
  expect(journal.of('a').made).toBe('videos/v1')
  journal.forget('a')
  expect([journal.of('a').made, readdirSync(folder)]).toEqual([undefined, []])
})
