import { describe, expect, it } from 'vitest'
import type { Video } from '~/model/record-of'
import { isPreview, previewOf } from '~/model/video/depth-report'
import { previewRange } from '~/server/features/videos/make-preview'
import { checkLength, checkSize } from '~/server/features/videos/prepare-video'
import { checkPair } from '~/server/features/videos/stitch-stages'
import { endOf } from '~/server/features/videos/video-hooks'

const failing = (code: string) => expect.objectContaining({ name: 'Failure', code })

describe('the checks of a source video', () => {
  it.each([
    [64, 64],
    [3840, 1920],
    [64, 8192],
  ])('accepts a video of %d by %d pixels', (width, height) => {
    expect(() => checkSize({ width, height })).not.toThrow()
  })

  it.each([
    [63, 64],
    [64, 63],
    [0, 0],
    [3840, 0],
  ])('rejects a video of %d by %d pixels as too small', (width, height) => {
    expect(() => checkSize({ width, height })).toThrow(failing('too_small'))
  })

  it.each([
    [10, 10],
    [10, 12],
    [10, 9.5],
    [1, 0.5],
    [100, 98],
    [3600, 3528],
  ])('accepts a video declared as %d s that ends after %d s', (claimed, real) => {
    expect(() => checkLength({ duration: claimed }, { duration: real })).not.toThrow()
  })

  it.each([
    [10, 9.49],
    [1, 0.49],
    [100, 97.9],
    [3600, 3527.9],
    [3600, 0],
  ])('rejects a video declared as %d s that ends after %d s as truncated', (claimed, real) => {
    expect(() => checkLength({ duration: claimed }, { duration: real })).toThrow(failing('truncated'))
  })
})

describe('the checks of two camera files', () => {
  const shot = { width: 2880, height: 2880, duration: 60, framerate: 30 }

  it.each([
    ['are alike', {}],
    ['differ by one frame', { duration: 60 + 1 / 30 }],
    ['differ by one frame the other way', { duration: 60 - 1 / 30 }],
    ['declare another frame rate', { framerate: 29.97 }],
  ])('accepts a pair of camera files that %s', (_name, change) => {
    expect(() => checkPair(shot, { ...shot, ...change })).not.toThrow()
  })

  it.each([
    ['in width', { width: 2878 }, 'pair_size'],
    ['in height', { height: 2878 }, 'pair_size'],
    ['by two frames', { duration: 60 + 2 / 30 }, 'pair_duration'],
    ['by a second', { duration: 59 }, 'pair_duration'],
    ['in size and length', { width: 1, duration: 1 }, 'pair_size'],
  ])('rejects a pair of camera files that differ %s', (_name, change, code) => {
    expect(() => checkPair(shot, { ...shot, ...change })).toThrow(failing(code))
  })

  it('requires equal durations if a frame rate is unknown', () => {
    const unknown = { ...shot, framerate: 0 }
    expect(() => checkPair(unknown, shot)).not.toThrow()
    expect(() => checkPair(unknown, { ...shot, duration: 60.001 })).toThrow(failing('pair_duration'))
  })
})

describe('the clip range of a preview', () => {
  it.each([
    [{ duration: 60, framerate: 29.97 }, 10, { from: 10, duration: 2, framerate: 30 }],
    [{ duration: 60, framerate: 120 }, 0, { from: 0, duration: 2, framerate: 30 }],
    [{ duration: 60, framerate: 24 }, 58, { from: 58, duration: 2, framerate: 24 }],
    [{ duration: 60, framerate: 24 }, 59.5, { from: 59.5, duration: 0.5, framerate: 24 }],
    [{ duration: 1.25, framerate: 25 }, 0, { from: 0, duration: 1.25, framerate: 25 }],
    [{ duration: 60, framerate: 0.4 }, 0, { from: 0, duration: 2, framerate: 1 }],
    [{ duration: 60, framerate: 1 / 60 }, 0, { from: 0, duration: 2, framerate: 1 }],
  ])('the preview of %j from %d s is %j', (facts, at, range) => {
    expect(previewRange(facts, at)).toEqual(range)
  })
})

describe('the stored preview of a 360° video', () => {
  const preview = { status: 'making', at: 0, mode: 'fast' }

  it.each([
    [preview, true],
    [{ ...preview, status: 'completed', quality: null }, true],
    [{ ...preview, status: 'lost' }, false],
    [{ ...preview, at: '0' }, false],
    [{ ...preview, mode: undefined }, false],
    [[preview], false],
    [null, false],
    ['making', false],
  ])('determines whether %j is a preview: %s', (value, is) => {
    expect(isPreview(value)).toBe(is)
    expect(previewOf({ preview: value })).toEqual(is ? value : undefined)
  })
})

describe('the notification of an ended 360° video', () => {
  type Status = Video['status']
  const told = (from: Status, to: Status, reasonCode: string | null) =>
    endOf({ status: from, reasonCode: null }, { status: to, reasonCode })

  it.each([
    ['pending', 'completed', null, 'videoCompleted'],
    ['converting', 'completed', null, 'videoCompleted'],
    ['pending', 'converting', null, undefined],
    ['converting', 'pending', null, undefined],
    ['pending', 'ko', 'truncated', 'videoFailed'],
    ['converting', 'timeout', 'no_answer', 'videoFailed'],
    ['pending', 'ko', 'cancelled', undefined],
    ['completed', 'completed', null, undefined],
    ['ko', 'pending', null, undefined],
    ['ko', 'ko', 'internal', undefined],
  ] as const)('the notification kind for a change from %s to %s (%s) is %s', (from, to, reason, kind) => {
    expect(told(from, to, reason)).toBe(kind)
  })
})
