import { afterEach, describe, expect, it, vi } from 'vitest'
import { droppedFiles } from '~/src/upload/dropped-files'
import { canRead } from '~/src/upload/local-file'
import { examineFile } from '~/src/upload/use-refusal-text'

/** A file of a card that is pulled out after so many bytes can still be read. */
const fileOf = (size: number, readable: number) => {
  const file = new File([new Uint8Array(size)], 'GX010042.MP4', { type: 'video/mp4' })
  const slice = file.slice.bind(file)
  file.slice = (from = 0, to = size, type) => {
    const part = slice(from, to, type)
    if (to <= readable) return part
    part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
    return part
  }
  return file
}

afterEach(() => vi.restoreAllMocks())

describe('a chosen file', () => {
  it('can be read while its first and last byte can', async () => {
    expect(await canRead(fileOf(10, 10), 4)).toBe(true)
    expect(await canRead(fileOf(10, 10), 10)).toBe(true)
    expect(await canRead(fileOf(0, 0), 0)).toBe(true)
  })

  it('cannot be read once its card is gone, even where its beginning is cached', async () => {
    expect(await canRead(fileOf(10, 0), 0)).toBe(false)
    expect(await canRead(fileOf(10, 5), 2)).toBe(false)
  })

  it('is refused before it is sent where it is empty or cannot be read, whatever its type', async () => {
    expect(await examineFile(fileOf(0, 0), ['video/mp4'])).toMatchObject({ problem: 'empty' })
    expect(await examineFile(new File([], 'a.png', { type: 'image/png' }), undefined)).toMatchObject({
      problem: 'empty',
    })
    expect(await examineFile(fileOf(10, 0), undefined)).toMatchObject({ problem: 'unreadable' })
  })
})

const fileEntry = (name: string) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (done: (file: File) => void) => done(new File(['x'], name)),
  }) as unknown as FileSystemEntry

/** A folder that gives its entries two at a time, as browsers give a hundred. */
const folderEntry = (name: string, ...entries: readonly FileSystemEntry[]) => {
  const createReader = () => {
    const rest = [...entries]
    return { readEntries: (done: (some: FileSystemEntry[]) => void) => done(rest.splice(0, 2)) }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry
}

const dropOf = (...entries: readonly FileSystemEntry[]) =>
  ({
    items: entries.map(entry => ({ webkitGetAsEntry: () => entry })),
    files: entries.map(({ name }) => new File([], name)),
  }) as unknown as DataTransfer

const namesOf = (files: readonly File[]) => files.map(({ name }) => name)

describe('a dropped folder', () => {
  const card = folderEntry(
    'DCIM',
    folderEntry('100GOPRO', fileEntry('GX010001.MP4'), fileEntry('GX010001.THM'), fileEntry('.trash')),
    folderEntry('Camera01', fileEntry('VID_1_00_001.insv'), fileEntry('LRV_1_11_001.insv')),
    fileEntry('Thumbs.db'),
  )

  it('gives the files of all folders in it, without those that systems hide', async () => {
    expect(namesOf(await droppedFiles(dropOf(card, fileEntry('photo.jpg'))))).toEqual([
      ...['GX010001.MP4', 'GX010001.THM', 'LRV_1_11_001.insv', 'VID_1_00_001.insv', 'photo.jpg'],
    ])
  })

  it('gives the files that are meant, and all where none is', async () => {
    const isFilm = (name: string) => /\.mp4$/i.test(name)
    expect(namesOf(await droppedFiles(dropOf(card), isFilm))).toEqual(['GX010001.MP4'])
    expect(namesOf(await droppedFiles(dropOf(card), () => false))).toHaveLength(4)
  })

  it('is not looked for where files alone are dropped', async () => {
    expect(namesOf(await droppedFiles(dropOf(fileEntry('a.mp4'), fileEntry('b.txt')), () => false))).toEqual([
      'a.mp4',
      'b.txt',
    ])
  })
})
