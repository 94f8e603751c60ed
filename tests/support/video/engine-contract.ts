import { strict as assert } from 'node:assert'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { livingIn } from '~/tests/support/process/process-groups'
import { engineModes, requestOf } from './engine-request'
import { askEngine, type EngineRun, startEngine } from './engine-run'
import { makeClip, probe, psnr } from './sphere-material'

export type Check = { readonly name: string; readonly run: () => Promise<void> }

const stages = ['vectorization', 'convert_x264']
const stopLimit = 5000

const linesOf = ({ lines }: EngineRun, key: string) =>
  lines.filter(line => key in line).map(line => line[key])

const assertFailed = (run: EngineRun, code: string) => {
  assert.equal(run.code, 1, `exit code of a failure\n${run.errors}`)
  assert.deepEqual(linesOf(run, 'result'), [])
  const [error] = linesOf(run, 'error') as { code?: unknown; message?: unknown }[]
  assert.equal(error?.code, code)
  assert.ok(typeof error?.message === 'string' && error.message, 'the error says something')
}

const assertTold = (run: EngineRun) => {
  assert.equal(run.code, 0, run.errors)
  assert.deepEqual(linesOf(run, 'error'), [])
  const told = linesOf(run, 'stage')
  assert.ok(told.length && told.every(stage => stages.includes(String(stage))), `stages: ${told}`)
  const progress = linesOf(run, 'progress').map(Number)
  assert.ok(progress.length, 'there is progress')
  assert.ok(
    progress.every((share, index) => share >= (progress[index - 1] ?? 0) && share <= 1),
    `progress: ${progress}`,
  )
  const [result, ...more] = linesOf(run, 'result') as {
    layout?: unknown
    output?: unknown
    engine?: Record<string, unknown>
  }[]
  assert.deepEqual(more, [], 'one result')
  assert.ok('result' in (run.lines.at(-1) ?? {}), 'the result comes last')
  assert.equal(result?.layout, 'top-bottom')
  for (const field of ['name', 'version', 'method']) assert.ok(result?.engine?.[field], `engine.${field}`)
  return String(result?.output)
}

const assertStereo = async (output: string, input: string, from = 0) => {
  const said = await probe(output)
  for (const fact of [
    'codec_name=h264',
    'width=256\nheight=256\n',
    'pix_fmt=yuv420p',
    `nb_frames=${10 - from}\n`,
    ...(from > 0 ? [] : ['codec_name=aac']),
  ])
    assert.ok(said.includes(fact), `${fact.trim()} in\n${said}`)
  const bytes = await readFile(output)
  assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'the index comes first')
  assert.ok(
    (await psnr(output, input, 'crop=256:128:0:0', `trim=start_frame=${from},setpts=PTS-STARTPTS`)) > 30,
    'the left eye, above, is the picture itself',
  )
}

const makes = (command: readonly string[], folder: string, mode: string): Check => ({
  name: `the engine creates a stereo video in ${mode} mode`,
  run: async () => {
    const input = await makeClip(join(folder, `${mode}.mp4`), { size: '256x128' })
    const run = await askEngine(command, JSON.stringify(requestOf(folder, input, { mode })))
    await assertStereo(assertTold(run), input)
  },
})

const leavesOut = (command: readonly string[], folder: string): Check => ({
  name: 'the engine does not write the frames of `lead` (only needed with SEGMENT_SECONDS)',
  run: async () => {
    const lead = 4
    const input = await makeClip(join(folder, 'lead.mp4'), { size: '256x128', sound: false })
    const run = await askEngine(command, JSON.stringify(requestOf(folder, input, { lead })))
    await assertStereo(assertTold(run), input, lead)
  },
})

const refuses = (command: readonly string[], folder: string): readonly Check[] => [
  {
    name: 'the engine exits with 2 for an invalid request',
    run: async () => {
      for (const request of [
        '',
        '{',
        '[]',
        JSON.stringify({ contract: 1 }),
        JSON.stringify(requestOf(folder, 'x', { contract: 99 })),
      ])
        assert.equal((await askEngine(command, request)).code, 2, `exit code for ${request}`)
    },
  },
  {
    name: 'the engine reports unreadable_video for an unreadable video',
    run: async () => {
      const input = join(folder, 'broken.mp4')
      await writeFile(input, 'no film at all')
      assertFailed(await askEngine(command, JSON.stringify(requestOf(folder, input))), 'unreadable_video')
    },
  },
  {
    name: 'the engine reports not_equirectangular for a flat video',
    run: async () => {
      const input = await makeClip(join(folder, 'flat.mp4'), { size: '320x240' })
      assertFailed(await askEngine(command, JSON.stringify(requestOf(folder, input))), 'not_equirectangular')
    },
  },
]

const stops = (command: readonly string[], folder: string): Check => ({
  name: 'the engine stops within five seconds of SIGTERM and leaves no process behind',
  run: async () => {
    const size = { width: 1280, height: 640, duration: 10, framerate: 30 }
    const fast = ['-preset', 'ultrafast']
    const input = await makeClip(join(folder, 'long.mp4'), {
      size: '1280x640',
      rate: 30,
      seconds: 10,
      with: fast,
    })
    const engine = startEngine(command, JSON.stringify(requestOf(folder, input, size)))
    await engine.saw('progress')
    const told = performance.now()
    engine.kill('SIGTERM')
    const run = await engine.ended
    assert.ok(performance.now() - told < stopLimit, 'it took more than five seconds')
    assert.equal(run.code, 143)
    assert.deepEqual(linesOf(run, 'result'), [])
    for (let wait = 0; wait < 20 && livingIn(engine.group).length; wait += 1) await sleep(50)
    assert.deepEqual(livingIn(engine.group), [], 'programs that it started still run')
  },
})

/**
 * Checks that a 3D engine must pass (docs/engine.md). ffmpeg must be installed.
 * @param command the program and its arguments
 * @param folder for the video files, which are not removed
 */
export const engineContract = (command: readonly string[], folder: string): readonly Check[] => {
  assert.ok(existsSync(folder))
  return [
    ...engineModes.map(mode => makes(command, folder, mode)),
    leavesOut(command, folder),
    ...refuses(command, folder),
    stops(command, folder),
  ]
}
