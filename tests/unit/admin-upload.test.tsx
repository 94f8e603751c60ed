import { describe, expect, it } from 'vitest'
import { speedMeter } from '~/model/video/speed-meter'
import { imageOf, shortName } from '~/src/features/medias/media-image'
import { accepts, formatOf, offeredTypes } from '~/src/upload/accepts'

const of = (type: string, name = 'file') => ({ type, name })

describe('accepted file types', () => {
  it('accepts a file by media type, by type family or without restrictions', () => {
    expect(accepts(['video/mp4'], of('video/mp4'))).toBe(true)
    expect(accepts(['image/*'], of('image/png'))).toBe(true)
    expect(accepts(undefined, of('x/y'))).toBe(true)
    expect(accepts(['video/mp4', 'image/*'], of('application/pdf'))).toBe(false)
    expect(accepts(['image/*'], of('imagery/x'))).toBe(false)
  })

  it('accepts a file by any alias of its media type, or by its extension without a type', () => {
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

  it('accepts a camera’s .mp4 by its extension, whatever media type the system reports', () => {
    for (const type of ['', 'video/mp4', 'video/quicktime', 'application/octet-stream'])
      expect([type, accepts(['video/mp4'], of(type, 'GX010042.MP4'))]).toEqual([type, true])
    expect(accepts(['video/mp4'], of('video/quicktime', 'film.mov'))).toBe(false)
    expect(accepts(['video/mp4'], of('image/png', 'film.mp4'))).toBe(false)
  })

  it('formatOf returns the extension when the browser knows no media type', () => {
    expect(formatOf({ type: '', name: 'scene.insv' })).toBe('insv')
  })
})

describe('upload speed', () => {
  it('the upload speed covers only the last seconds', () => {
    const speedAt = speedMeter()
    speedAt(0, 0)
    expect(speedAt(2_000_000, 2_000)).toBe(1_000_000)
    expect(speedAt(2_000_000, 60_000)).toBe(0)
  })
})

describe('media card', () => {
  it('shortens names over 28 characters to 25 and an ellipsis', () => {
    expect(shortName('x'.repeat(28))).toBe('x'.repeat(28))
    expect(shortName('x'.repeat(29))).toBe(`${'x'.repeat(25)}…`)
  })

  it('prefers the 256 px thumbnail, then 128 px, then the one of the file', () => {
    expect(imageOf({ thumbRef256: '/a', thumbRef128: '/b', filethumb: '/c' })).toBe('/a')
    expect(imageOf({ thumbRef256: null, thumbRef128: '/b', filethumb: '/c' })).toBe('/b')
    expect(imageOf({ filethumb: '/c' })).toBe('/c')
    expect(imageOf({})).toBeNull()
  })
})
