import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiFailure, NoAnswer } from '~/cli/report'
import { idIn, isLost, mayPass, recordingsIn } from '~/cli/upload'

describe('a part of a file that was not taken', () => {
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
  ])('by %s, answered with %s, is sent again: %s', (method, status, again) => {
    expect(mayPass(failure(method, status))).toBe(again)
  })
})

it.each([
  ['https://admin.example.com/parse/files/u1', 'u1'],
  ['https://evil.example/parse/files/u1?token=x#y', 'u1'],
  ['https://admin.example.com/vecto/parse/files/u1', 'u1'],
  ['https://evil.example/../../u1', 'u1'],
  ['https://evil.example/', ''],
])('of the address %s of an upload its id alone is noted: %j', (address, id) => {
  expect(idIn(address)).toBe(id)
})

describe('what the server no longer has', () => {
  const refused = (fields: object) => new ApiFailure(422, { code: 'validation', fields })

  it.each([
    ['a file that is missing', new ApiFailure(422, { code: 'file_missing' }), true],
    ['a file of a record', new ApiFailure(409, { code: 'file_attached' }), true],
    ['an upload that is gone', new ApiFailure(404, { code: 'not_found' }), true],
    ['a field whose file is unknown', refused({ file: 'unknown_record' }), true],
    ['a camera file that is unknown', refused({ insv2: 'unknown_record' }), true],
    ['a company that is unknown', refused({ company: 'unknown_record' }), false],
    ['a name that is missing', refused({ name: 'required' }), false],
    ['a file of another type', refused({ file: 'invalid' }), false],
    ['a page of a gateway', new ApiFailure(404, '<h1>404</h1>'), false],
    ['no answer', new NoAnswer('fetch failed'), false],
  ])('is sent again where the server tells of %s: %s', (_name, error, again) => {
    expect(isLost(error)).toBe(again)
  })
})

describe('the recordings of a folder', () => {
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

  it('are each film, and camera files by pairs, front first, in folders too', () => {
    put('b.mp4', 'a.MP4', 'day 2/VID_1_10_007.insv', 'day 2/VID_1_00_007.insv', 'LRV_1.lrv', 'notes.txt')
    expect(found()).toEqual([
      ['a', 'file a.MP4'],
      ['b', 'file b.mp4'],
      ['VID_1_007', 'insv1 day 2/VID_1_00_007.insv', 'insv2 day 2/VID_1_10_007.insv'],
    ])
  })

  it('may be a camera file without the other', () => {
    put('VID_1_10_007.insv', 'Walk.insv')
    expect(found()).toEqual([
      ['VID_1_007', 'insv1 VID_1_10_007.insv'],
      ['Walk', 'insv1 Walk.insv'],
    ])
  })

  it('are those of each folder, where two hold the same names', () => {
    put(...['a', 'b'].flatMap(each => [`${each}/VID_1_00_007.insv`, `${each}/VID_1_10_007.insv`]))
    expect(found()).toEqual([
      ['VID_1_007', 'insv1 a/VID_1_00_007.insv', 'insv2 a/VID_1_10_007.insv'],
      ['VID_1_007', 'insv1 b/VID_1_00_007.insv', 'insv2 b/VID_1_10_007.insv'],
    ])
  })

  it('are not what a system hides: copies of its own, and what was deleted from a card', () => {
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

  it('are found in a folder that is itself in a hidden one', () => {
    const whole = folder
    put('.cache/day/a.mp4')
    folder = join(whole, '.cache')
    expect(found()).toEqual([['a', 'file day/a.mp4']])
    folder = whole
  })

  it('are files: neither folders of such names nor links to elsewhere', () => {
    put('film.mp4/a.mp4')
    symlinkSync('/etc/hostname', join(folder, 'link.mp4'))
    expect(found()).toEqual([['a', 'file film.mp4/a.mp4']])
  })

  it('have keys that tell where they are, how large, and when they changed', () => {
    put('VID_1_00_007.insv', 'VID_1_10_007.insv', 'day/a.mp4')
    expect(recordingsIn(folder).map(({ key }) => key)).toEqual([
      'day/a.mp4:9:1000400',
      'VID_1_00_007.insv:17:1000400|VID_1_10_007.insv:17:1000400',
    ])
  })

  it.each([
    ['none', () => folder, 'emptyFolder'],
    ['a file', () => join(folder, 'a.mp4'), 'noFolder'],
    ['nothing there', () => join(folder, 'nowhere'), 'noFolder'],
  ])('are asked for where there is %s: %s', (_name, path, key) => {
    if (key === 'noFolder') put('a.mp4')
    expect(() => recordingsIn(path())).toThrow(expect.objectContaining({ key, values: { folder: path() } }))
  })
})
