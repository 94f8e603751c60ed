import { describe, expect, it } from 'vitest'
import { exactSphereSize, isEquirectangular } from '~/model/video/picture-shape'

describe('a frame that holds a whole sphere', () => {
  it.each([
    [3840, 1920],
    [640, 322],
    [640, 317],
    [5760, 2880],
    [5760, 2908],
  ])('is twice as wide as high within one percent: %i × %i', (width, height) =>
    expect(isEquirectangular({ width, height })).toBe(true),
  )

  it.each([
    [640, 360],
    [640, 324],
    [640, 316],
    [320, 640],
    [0, 0],
  ])('is not %i × %i', (width, height) => expect(isEquirectangular({ width, height })).toBe(false))

  it.each([
    [640, 322, 640, 320],
    [642, 321, 644, 322],
    [1279, 640, 1280, 640],
    [5760, 2880, 5760, 2880],
  ])('of %i × %i is exact at %i × %i, both sides even', (width, height, exactWidth, exactHeight) =>
    expect(exactSphereSize({ width, height })).toEqual({ width: exactWidth, height: exactHeight }),
  )
})
