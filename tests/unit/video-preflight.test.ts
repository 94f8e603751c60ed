import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type CheckName, checksOf, readSurvey } from '~/model/video/preflight'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import { compiled } from '../support/server/compiled-server'
import { askEngine } from '../support/video/engine-run'
import { ffmpegPath, makeClip, newFolder } from '../support/video/sphere-material'
import { furnishedRoom, makeRoomFilm } from '../support/video/sphere-material-room'

const folder = newFolder('preflight')
const limit = 60_000

const surveyed = async (input: string, duration: number) => {
  const request = JSON.stringify({ input, duration, ffmpeg: ffmpegPath() })
  const run = await askEngine([process.execPath, compiled('survey')], request)
  expect(run.code, run.errors).toBe(0)
  return readSurvey(run.lines.at(-1)?.survey)
}

const fine = {
  width: 3840,
  height: 1920,
  preflight: { light: 0.5, dark: 0, measured: 0.5, cause: 'unclear' },
}
const checkOf = (name: CheckName, change: object) =>
  checksOf({ ...fine, ...change }).find(check => check.name === name)

describe('the checks before a 3D video', () => {
  it('all checks are good for a suitable video', () => {
    expect(checksOf(fine).map(({ state, text }) => [state, text])).toEqual(Array(4).fill(['good', 'good']))
  })

  it.each([
    ['ratio', { width: 1920, height: 1080 }, 'bad', 'bad'],
    ['ratio', { width: null }, 'unknown', 'unknown'],
    ['resolution', { width: 2560, height: 1280 }, 'weak', 'weak'],
    ['resolution', { width: 1280, height: 640 }, 'bad', 'bad'],
    ['light', { preflight: { ...fine.preflight, dark: 0.5 } }, 'weak', 'weak'],
    ['light', { preflight: { ...fine.preflight, dark: 1 } }, 'bad', 'bad'],
    ['motion', { preflight: { ...fine.preflight, measured: 0.2, cause: 'still' } }, 'weak', 'still'],
    ['motion', { preflight: { ...fine.preflight, measured: 0, cause: undefined } }, 'bad', 'unclear'],
    ['motion', { preflight: null }, 'unknown', 'unknown'],
    ['light', { preflight: null }, 'unknown', 'unknown'],
  ] as const)('checks %s of %j: %s', (name, change, state, text) => {
    expect(checkOf(name, change)).toEqual({ name, state, text })
  })

  it.each([null, {}, { measured: 1 }, { ...fine.preflight, light: 3 }, { ...fine.preflight, dark: '1' }])(
    'rejects %j as a survey',
    told => expect(readSurvey(told)).toBeUndefined(),
  )
})

describe('the survey of a 360° video', () => {
  beforeEach(needsFfmpeg)

  it('measures depth for a moving camera and none for a static one', {
    ...long,
    timeout: limit,
  }, async () => {
    const film = { width: 640, rate: 30, frames: 60 }
    const walked = await makeRoomFilm(join(folder, 'walked.mp4'), { ...film, scene: furnishedRoom })
    const stood = { ...furnishedRoom, speed: [0, 0, 0] } as const
    const still = await makeRoomFilm(join(folder, 'still.mp4'), { ...film, scene: stood })
    const found = await surveyed(walked, 2)
    expect(found?.measured).toBeGreaterThan(0.4)
    expect(found?.dark).toBe(0)
    const none = await surveyed(still, 2)
    expect(none?.measured).toBeLessThan(0.1)
    expect(none?.cause).toBe('still')
  })

  it('detects a dark video, and returns no survey of a video with a single frame', {
    ...long,
    timeout: limit,
  }, async () => {
    const dim = ['-vf', 'eq=brightness=-0.7:contrast=0.3']
    const dark = await makeClip(join(folder, 'dark.mp4'), { size: '640x320', seconds: 2, with: dim })
    expect(await surveyed(dark, 2)).toMatchObject({ dark: 1 })
    const one = await makeClip(join(folder, 'one.mp4'), { size: '640x320', rate: 10, seconds: 0.1 })
    expect(await surveyed(one, 0.1)).toBeUndefined()
  })
})
