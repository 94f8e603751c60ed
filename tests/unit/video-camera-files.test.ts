import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nameOfRecording } from '~/model/video/insv-pair'
import { judgeFiles } from '~/src/features/videos/camera-files'
import { needsFfmpeg } from '../support/process/needs'
import { type Clip, makeClip, newFolder } from '../support/video/sphere-material'

let folder: string
beforeAll(() => {
  folder = newFolder('camera')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const camera = async (name: string, clip: Clip = {}) => {
  const path = await makeClip(join(folder, 'made.mp4'), { size: '64x64', sound: false, ...clip })
  return new File([readFileSync(path)], name)
}

const names = { front: 'VID_20260101_120000_00_001.insv', back: 'VID_20260101_120000_10_001.insv' }

describe('camera files', () => {
  beforeEach(needsFfmpeg)

  it('sorts a pair of camera files by lens in any order of choice', async () => {
    const [front, back] = [await camera(names.front), await camera(names.back)]
    expect(await judgeFiles([front, back])).toEqual({ files: [front, back] })
    expect(await judgeFiles([back, front])).toEqual({ files: [front, back] })
  })

  it('a camera file with both lenses as tracks needs no second file', async () => {
    const both = await camera(names.front, { tracks: 2 })
    expect(await judgeFiles([both])).toEqual({ files: [both] })
    expect(await judgeFiles([both, await camera(names.back)])).toEqual({ refusal: 'both_lenses' })
  })

  it('a camera file with both lenses side by side needs no second file unless named after a lens', async () => {
    const both = await camera('Walk.insv', { size: '128x64' })
    expect(await judgeFiles([both])).toEqual({ files: [both] })
    const named = await camera(names.front, { size: '128x64' })
    expect(await judgeFiles([named])).toEqual({ waiting: named, mayBeWhole: true })
  })

  it('a camera file of one lens waits for the other', async () => {
    const front = await camera(names.front)
    expect(await judgeFiles([front])).toEqual({ waiting: front })
  })

  it.each([
    ['the file of another recording', 'VID_20260101_130000_10_002.insv', {}, 'pair_names'],
    ['the same file twice', names.front, {}, 'pair_same'],
    ['different durations', names.back, { seconds: 2 }, 'pair_duration'],
    ['different frame sizes', names.back, { size: '32x32' }, 'pair_size'],
  ])('rejects a pair of camera files with %s', async (_, name, clip, refusal) => {
    const front = await camera(names.front)
    expect(await judgeFiles([front, await camera(name, clip)])).toEqual({ refusal })
  })

  it('rejects more than two camera files, and truncated or unreadable ones', async () => {
    const front = await camera(names.front)
    expect(await judgeFiles([front, front, front])).toEqual({ refusal: 'too_many' })
    const cut = new File([front.slice(0, Math.floor(front.size / 2))], names.back)
    expect(await judgeFiles([front, cut])).toEqual({ refusal: 'truncated', name: names.back })
    const text = new File(['no film at all, however long one reads'], names.back)
    expect(await judgeFiles([text])).toEqual({ refusal: 'unreadable_video', name: names.back })
  })
})

describe('the name of a recording', () => {
  it('derives the name of a recording from its file names', () => {
    expect(nameOfRecording(names.front)).toBe('VID_20260101_120000_001')
    expect(nameOfRecording('Walk along the quay.insv')).toBe('Walk along the quay')
  })
})
