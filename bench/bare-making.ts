import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '~/server/platform/config/config'
import { runEngine } from '~/server/video/engine'
import { probe } from '~/server/video/facts'
import { findTools, type Workbench } from '~/server/video/ffmpeg'
import {
  makePlayable,
  makePoster,
  makeStandard,
  makeStereoLow,
  timelineOf,
  trim,
} from '~/server/video/transcode'
import { writeSpherical } from '~/server/video/write-spherical'
import type { MediaFile } from '~/tests/support/video/media-files'

/** Clip range of a 3D video, in seconds. */
export const part = { offsetStart: 1, offsetEnd: 4, duration: 3 }
const quiet = () => undefined

const benchIn = async (folder: string): Promise<Workbench> => {
  const found = await findTools(readConfig(process.env, ''))
  if (!('tools' in found)) throw new Error('missing' in found ? found.missing : found.refused)
  mkdirSync(folder, { recursive: true })
  return { tools: found.tools, cwd: folder, signal: new AbortController().signal, onLog: quiet }
}

/** Runs the video programs in sequence, without queue, database, history or progress events. */
export const bareMaking = async (folder: string, film: MediaFile) => {
  const bench = await benchIn(folder)
  const at = (name: string) => join(bench.cwd, name)
  const source = at('source.mp4')
  writeFileSync(source, film.bytes)
  return {
    prepare: async () => {
      const facts = await probe(bench, source)
      const to = { low: at('low.mp4'), sprite: at('sprite.jpg') }
      await makePlayable(bench, source, facts, timelineOf(facts), to, quiet)
      await makePoster(bench, to.low, facts.duration, at('poster.jpg'))
    },
    make: async () => {
      const range = { from: part.offsetStart, duration: part.duration, framerate: 30 }
      const facts = await trim(bench, source, await probe(bench, source), range, at('part.mp4'), quiet)
      const request = { ...facts, input: at('part.mp4'), output: at('both.mp4'), mode: 'fast' }
      await runEngine(bench, readConfig({}, ''), request, { onStage: quiet, onProgress: quiet })
      await makeStandard(bench, at('both.mp4'), await probe(bench, at('both.mp4')), at('plain.mp4'), quiet)
      await writeSpherical({
        from: at('plain.mp4'),
        to: at('film.mp4'),
        layout: 'top-bottom',
        software: 'vecto',
      })
      await makeStereoLow(bench, at('plain.mp4'), facts, at('stereo-low.mp4'), quiet)
    },
  }
}
