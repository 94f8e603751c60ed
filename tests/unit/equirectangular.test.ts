import { describe, expect, it } from 'vitest'
import { exactSphereSize, isEquirectangular } from '~/model/video/picture-shape'

describe('equirectangular frames', () => {
  it.each([
    [3840, 1920],
    [640, 322],
    [640, 317],
    [5760, 2880],
    [5760, 2908],
  ])('a frame of %i × %i is equirectangular, within one percent', (width, height) =>
    expect(isEquirectangular({ width, height })).toBe(true),
  )

  it.each([
    [640, 360],
    [640, 324],
    [640, 316],
    [320, 640],
    [0, 0],
  ])('a frame of %i × %i is not equirectangular', (width, height) =>
    expect(isEquirectangular({ width, height })).toBe(false),
  )

  it.each([
    [640, 322, 640, 320],
    [642, 321, 644, 322],
    [1279, 640, 1280, 640],
    [5760, 2880, 5760, 2880],
  ])('the exact size of %i × %i is %i × %i, both sides even', (width, height, exactWidth, exactHeight) =>
    expect(exactSphereSize({ width, height })).toEqual({ width: exactWidth, height: exactHeight }),
  )
})
