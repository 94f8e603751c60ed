import { afterEach, describe, expect, it, vi } from 'vitest'
import { droppedFiles } from '~/src/upload/dropped-files'
import { canRead } from '~/src/upload/local-file'
import { examineFile } from '~/src/upload/use-refusal-text'

/** A file on a memory card that is removed: only the first `readable` bytes can be read. */
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

describe('chosen file', () => {
  it('a file is readable when its first and last byte are', async () => {
    expect(await canRead(fileOf(10, 10), 4)).toBe(true)
    expect(await canRead(fileOf(10, 10), 10)).toBe(true)
    expect(await canRead(fileOf(0, 0), 0)).toBe(true)
  })

  it('a file is unreadable once its card is removed, even when its beginning is cached', async () => {
    expect(await canRead(fileOf(10, 0), 0)).toBe(false)
    expect(await canRead(fileOf(10, 5), 2)).toBe(false)
  })

  it('rejects empty and unreadable files of any type before the upload', async () => {
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

/** A folder that returns its entries two at a time; browsers return a hundred. */
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

describe('dropped folder', () => {
  const card = folderEntry(
    'DCIM',
    folderEntry('100GOPRO', fileEntry('GX010001.MP4'), fileEntry('GX010001.THM'), fileEntry('.trash')),
    folderEntry('Camera01', fileEntry('VID_1_00_001.insv'), fileEntry('LRV_1_11_001.insv')),
    fileEntry('Thumbs.db'),
  )

  it('returns the files of all subfolders, without hidden ones', async () => {
    expect(namesOf(await droppedFiles(dropOf(card, fileEntry('photo.jpg'))))).toEqual([
      ...['GX010001.MP4', 'GX010001.THM', 'LRV_1_11_001.insv', 'VID_1_00_001.insv', 'photo.jpg'],
    ])
  })

  it('returns the matching files, or all files when none matches', async () => {
    const isFilm = (name: string) => /\.mp4$/i.test(name)
    expect(namesOf(await droppedFiles(dropOf(card), isFilm))).toEqual(['GX010001.MP4'])
    expect(namesOf(await droppedFiles(dropOf(card), () => false))).toHaveLength(4)
  })

  it('dropped files without a folder are not filtered', async () => {
    expect(namesOf(await droppedFiles(dropOf(fileEntry('a.mp4'), fileEntry('b.txt')), () => false))).toEqual([
      'a.mp4',
      'b.txt',
    ])
  })
})
