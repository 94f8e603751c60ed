import { describe, expect, it } from 'vitest'
import { madeByAll } from '~/server/features/vectos/segments'

const engine = { name: 'reference', version: '1.0', method: 'optical-flow+floor-prior' }
const segment = (frames: number, measured?: number, cause?: 'still' | 'plain', method = engine.method) => ({
  frames,
  engine: { ...engine, method },
  quality: measured === undefined ? undefined : { measured, cause, cameraHeight: 1.5 },
})

describe('the report of a 3D video from those of its segments', () => {
  it('the measured share of a 3D video is that of its segments, by their frames', () => {
    const made = madeByAll([segment(1800, 0.5, 'still'), segment(600, 0.1, 'still')])
    expect(made).toEqual({ engine, quality: { measured: 0.4, cause: 'still', cameraHeight: 1.5 } })
  })

  it('the cause of a 3D video is the one that most frames without measured depth have', () => {
    const made = madeByAll([
      segment(1800, 0.9, 'still'),
      segment(600, 0, 'plain'),
      segment(600, 0.2, 'still'),
    ])
    // 0.1 · 1800 + 0.8 · 600 = 660 frames are without depth as the camera was still, 600 as they are plain.
    expect(made.quality?.cause).toBe('still')
    expect(madeByAll([segment(1800, 0.9, 'still'), segment(600, 0, 'plain')]).quality?.cause).toBe('plain')
  })

  it('a 3D video has no report if one of its segments has none', () => {
    expect(madeByAll([segment(1800, 0.9, 'still'), segment(600)]).quality).toBeUndefined()
  })

  it('a 3D video names each method that made a segment of it, once', () => {
    const methods = ['depth-model', 'floor-prior', 'depth-model']
    const { engine: said } = madeByAll(methods.map(method => segment(30, 0.1, 'still', method)))
    expect(said.method).toBe('depth-model, floor-prior')
  })
})
