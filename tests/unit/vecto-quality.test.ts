import { describe, expect, it } from 'vitest'
import { refOf } from '~/model/refs'
import { gradeOf, readReport } from '~/model/video/depth-report'
import { settingsOf } from '~/src/features/vectos/create/vecto-form'
import { againPath } from '~/src/features/vectos/vecto-grade'

describe('the grade of a 3D video', () => {
  it.each([
    [1, 'good'],
    [0.3, 'good'],
    [0.29, 'fair'],
    [0.1, 'fair'],
    [0.09, 'poor'],
    [0, 'poor'],
  ])('grades a measured share of %d as %s', (measured, grade) => {
    expect(gradeOf({ measured })).toBe(grade)
  })

  it('grades a mode that only assumes depth as fair', () => {
    expect(gradeOf({ measured: 0, cause: 'assumed' })).toBe('fair')
  })

  it.each([
    undefined,
    null,
    7,
    'good',
    {},
    { measured: '0.5' },
    { measured: -1 },
    { measured: 1.01 },
    { measured: Number.NaN },
  ])('rejects the engine report %j', told => expect(readReport(told)).toBeUndefined())

  it('ignores an unknown cause in an engine report', () => {
    expect(readReport({ measured: 0.2, cause: 'moon' })).toEqual({ measured: 0.2, cause: undefined })
    expect(readReport({ measured: 0.2, cause: 'still' })).toEqual({ measured: 0.2, cause: 'still' })
  })
})

it('keeps the camera height of an engine report if it is plausible', () => {
  expect(readReport({ measured: 0.2, cameraHeight: 3 })).toEqual({ measured: 0.2, cameraHeight: 3 })
  for (const cameraHeight of [0, -1, 1e9, Number.NaN, '3'])
    expect(readReport({ measured: 0.2, cameraHeight })).toEqual({ measured: 0.2 })
})

describe('another try of a 3D video', () => {
  it('links to the form of the source video with the settings of the 3D video', () => {
    const video = { ref: refOf('videos', 'w1'), label: 'Harbour' }
    expect(againPath({ id: 'w1/s1', uid: 's1', video })).toBe('/video360/vecto/w1?from=s1')
    expect(againPath({ id: 'w1/s1', uid: 's1', video: null })).toBeUndefined()
  })

  it('copies only the settings of an earlier 3D video', () => {
    const earlier = {
      id: 'w1/s1',
      name: 'Quay',
      mode: 'fast',
      framerate: 25,
      cameraHeight: 3,
      offsetStart: 1,
      offsetEnd: 3,
      duration: 2,
      defaultAccessList: null,
      status: 'completed',
      measured: 0,
    } as const
    expect(settingsOf(earlier)).toEqual({
      name: 'Quay',
      mode: 'fast',
      framerate: 25,
      cameraHeight: 3,
      offsetStart: 1,
      offsetEnd: 3,
      duration: 2,
    })
    expect(settingsOf(undefined)).toEqual({})
  })
})
