import { describe, expect, it } from 'vitest'
import { speedMeter } from '~/model/video/speed-meter'
import { imageOf, shortName } from '~/src/features/medias/media-image'
import { accepts, formatOf, offeredTypes } from '~/src/upload/accepts'

const of = (type: string, name = 'file') => ({ type, name })

describe('a chosen file', () => {
  it('is acceptable by its type, by its family, or where nothing is said', () => {
    expect(accepts(['video/mp4'], of('video/mp4'))).toBe(true)
    expect(accepts(['image/*'], of('image/png'))).toBe(true)
    expect(accepts(undefined, of('x/y'))).toBe(true)
    expect(accepts(['video/mp4', 'image/*'], of('application/pdf'))).toBe(false)
    expect(accepts(['image/*'], of('imagery/x'))).toBe(false)
  })

  it('is acceptable under whatever name the system has for its type, or by its extension where it has none', () => {
    const installers = ['application/x-msdownload']
    const named = [
      'application/x-msdownload',
      'application/vnd.microsoft.portable-executable',
      'application/x-ms-dos-executable',
    ]
    for (const type of named) expect(accepts(installers, of(type))).toBe(true)
    expect(accepts(installers, of('', 'Setup.EXE'))).toBe(true)
    expect(accepts(installers, of('application/octet-stream', 'setup.exe'))).toBe(true)
    expect(accepts(installers, of('application/octet-stream', 'setup.msi'))).toBe(false)
    expect(accepts(installers, of('image/png', 'setup.exe'))).toBe(false)
    expect(offeredTypes(installers)).toBe('application/x-msdownload,.exe')
  })

  it('is a video by its name, whatever the system calls a camera’s .mp4', () => {
    for (const type of ['', 'video/mp4', 'video/quicktime', 'application/octet-stream'])
      expect([type, accepts(['video/mp4'], of(type, 'GX010042.MP4'))]).toEqual([type, true])
    expect(accepts(['video/mp4'], of('video/quicktime', 'film.mov'))).toBe(false)
    expect(accepts(['video/mp4'], of('image/png', 'film.mp4'))).toBe(false)
  })

  it('is called by its extension where the browser knows no type', () => {
    expect(formatOf({ type: '', name: 'scene.insv' })).toBe('insv')
  })
})

describe('the speed of an upload', () => {
  it('is that of the last seconds', () => {
    const speedAt = speedMeter()
    speedAt(0, 0)
    expect(speedAt(2_000_000, 2_000)).toBe(1_000_000)
    expect(speedAt(2_000_000, 60_000)).toBe(0)
  })
})

describe('a media card', () => {
  it('cuts names over 28 characters to 25 and an ellipsis', () => {
    expect(shortName('x'.repeat(28))).toBe('x'.repeat(28))
    expect(shortName('x'.repeat(29))).toBe(`${'x'.repeat(25)}…`)
  })

  it('prefers the 256 picture, then 128, then the file’s own', () => {
    expect(imageOf({ thumbRef256: '/a', thumbRef128: '/b', filethumb: '/c' })).toBe('/a')
    expect(imageOf({ thumbRef256: null, thumbRef128: '/b', filethumb: '/c' })).toBe('/b')
    expect(imageOf({ filethumb: '/c' })).toBe('/c')
    expect(imageOf({})).toBeNull()
  })
})
