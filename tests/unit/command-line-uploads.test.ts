import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiFailure, NoAnswer } from '~/cli/report'
import { idIn, isLost, mayPass, recordingsIn } from '~/cli/upload'

describe('retries of upload requests', () => {
  const failure = (method: string, status?: number) => ({
    originalRequest: { getMethod: () => method },
    originalResponse: status === undefined ? null : { getStatus: () => status },
  })

  it.each([
    ['PATCH', undefined, true],
    ['POST', undefined, true],
    ['PATCH', 408, true],
    ['POST', 408, true],
    ['PATCH', 409, true],
    ['HEAD', 423, true],
    ['POST', 409, false],
    ['POST', 423, false],
    ['PATCH', 429, true],
    ['PATCH', 500, true],
    ['PATCH', 503, true],
    ['PATCH', 507, true],
    ['PATCH', 400, false],
    ['PATCH', 401, false],
    ['PATCH', 403, false],
    ['HEAD', 404, false],
    ['HEAD', 410, false],
    ['POST', 413, false],
    ['PATCH', 415, false],
    ['PATCH', 422, false],
  ])('an upload request by %s with the response %s is repeated: %s', (method, status, again) => {
    expect(mayPass(failure(method, status))).toBe(again)
  })
})

it.each([
  ['https://admin.example.com/parse/files/u1', 'u1'],
  ['https://evil.example/parse/files/u1?token=x#y', 'u1'],
  ['https://admin.example.com/vecto/parse/files/u1', 'u1'],
  ['https://evil.example/../../u1', 'u1'],
  ['https://evil.example/', ''],
])('takes only the upload id from the address %s: %j', (address, id) => {
  expect(idIn(address)).toBe(id)
})

describe('files that the server has lost', () => {
  const refused = (fields: object) => new ApiFailure(422, { code: 'validation', fields })

  it.each([
    ['a missing file', new ApiFailure(422, { code: 'file_missing' }), true],
    ['a file attached to a record', new ApiFailure(409, { code: 'file_attached' }), true],
    ['an expired upload', new ApiFailure(404, { code: 'not_found' }), true],
    ['a field with an unknown file', refused({ file: 'unknown_record' }), true],
    ['an unknown camera file', refused({ insv2: 'unknown_record' }), true],
    ['an unknown company', refused({ company: 'unknown_record' }), false],
    ['a missing name', refused({ name: 'required' }), false],
    ['a file of another type', refused({ file: 'invalid' }), false],
    ['an HTML page of a gateway', new ApiFailure(404, '<h1>404</h1>'), false],
    ['no response', new NoAnswer('fetch failed'), false],
  ])('sends a file again after the error “%s”: %s', (_name, error, again) => {
    expect(isLost(error)).toBe(again)
  })
})

describe('recordings in a folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vecto-recordings-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const put = (...names: string[]) => {
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), name)
      utimesSync(join(folder, name), 1_000, 1_000.4)
    }
  }
  const found = () =>
    recordingsIn(folder).map(({ name, parts }) => [
      name,
      ...parts.map(({ field, path }) => `${field} ${relative(folder, path)}`),
    ])

  it('finds videos and pairs of camera files, front first, also in subfolders', () => {
    put('b.mp4', 'a.MP4', 'day 2/VID_1_10_007.insv', 'day 2/VID_1_00_007.insv', 'LRV_1.lrv', 'notes.txt')
    expect(found()).toEqual([
      ['a', 'file a.MP4'],
      ['b', 'file b.mp4'],
      ['VID_1_007', 'insv1 day 2/VID_1_00_007.insv', 'insv2 day 2/VID_1_10_007.insv'],
    ])
  })

  it('accepts a camera file without its pair', () => {
    put('VID_1_10_007.insv', 'Walk.insv')
    expect(found()).toEqual([
      ['VID_1_007', 'insv1 VID_1_10_007.insv'],
      ['Walk', 'insv1 Walk.insv'],
    ])
  })

  it('pairs camera files per folder when two folders hold the same names', () => {
    put(...['a', 'b'].flatMap(each => [`${each}/VID_1_00_007.insv`, `${each}/VID_1_10_007.insv`]))
    expect(found()).toEqual([
      ['VID_1_007', 'insv1 a/VID_1_00_007.insv', 'insv2 a/VID_1_10_007.insv'],
      ['VID_1_007', 'insv1 b/VID_1_00_007.insv', 'insv2 b/VID_1_10_007.insv'],
    ])
  })

  it('ignores hidden files and the trash folders of operating systems', () => {
    put(
      '._a.mp4',
      '.hidden.mp4',
      '$RECYCLE.BIN/S-1/$R1.mp4',
      '.Trashes/501/gone.mp4',
      'day/.Spotlight-V100/x.insv',
      'a.mp4',
      'b.c/d.mp4',
      '$5/e.mp4',
    )
    expect(found()).toEqual([
      ['e', 'file $5/e.mp4'],
      ['a', 'file a.mp4'],
      ['d', 'file b.c/d.mp4'],
    ])
  })

  it('finds recordings when the folder itself is in a hidden folder', () => {
    const whole = folder
    put('.cache/day/a.mp4')
    folder = join(whole, '.cache')
    expect(found()).toEqual([['a', 'file day/a.mp4']])
    folder = whole
  })

  it('ignores folders with video names and symbolic links', () => {
    put('film.mp4/a.mp4')
    symlinkSync('/etc/hostname', join(folder, 'link.mp4'))
    expect(found()).toEqual([['a', 'file film.mp4/a.mp4']])
  })

  it('builds the key of a recording from path, size and modification time', () => {
    put('VID_1_00_007.insv', 'VID_1_10_007.insv', 'day/a.mp4')
    expect(recordingsIn(folder).map(({ key }) => key)).toEqual([
      'day/a.mp4:9:1000400',
      'VID_1_00_007.insv:17:1000400|VID_1_10_007.insv:17:1000400',
    ])
  })

  it.each([
    ['no recording', () => folder, 'emptyFolder'],
    ['a file', () => join(folder, 'a.mp4'), 'noFolder'],
    ['no such path', () => join(folder, 'nowhere'), 'noFolder'],
  ])('rejects a path with %s: %s', (_name, path, key) => {
    if (key === 'noFolder') put('a.mp4')
    expect(() => recordingsIn(path())).toThrow(expect.objectContaining({ key, values: { folder: path() } }))
  })
})
