import { isPlainFile } from '~/model/content-types'
import type { FileDescriptor } from '~/model/fields'
import type { Video } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { orderPair } from '~/model/video/insv-pair'
import { isEquirectangular } from '~/model/video/picture-shape'
import { type Pose, poseIn } from '~/model/video/spherical'
import type { JobRun } from '~/server/features/processing/job-run'
import { sourcePath } from '~/server/features/processing/source-file'
import { cacheRoot, openFolder, part } from '~/server/features/processing/work-folder'
import { applyChanges } from '~/server/records/apply'
import { findRow } from '~/server/records/list'
import { type Facts, probe } from '~/server/video/facts'
import { Failure, ffmpeg } from '~/server/video/ffmpeg'
import { declarationsOf, lookAt } from '~/server/video/picture-shape'
import { probeWithAudio, soundOf } from '~/server/video/readable-audio'
import { type Lenses, type LensFilm, lensTable, maskArgs, stitchPlan } from '~/server/video/stitch-plan'

import { writeSpherical } from '~/server/video/write-spherical'

const BIG = 5760
/** Shares of the whole work for stitching, with or without a second, larger video. */
const END = 0.8
const FIRST_OF_TWO = 0.3

type Pair = {
  readonly front: LensFilm
  readonly back: LensFilm
  readonly facts: Facts
  readonly pose: Pose | undefined
}

/** Reads the front file: its properties with decodable audio, and the pose that it declares. */
const examineFront = async ({ bench }: JobRun, path: string) => ({
  facts: await probeWithAudio(bench, path),
  pose: poseIn(await declarationsOf(path)),
})

/** Requires two circles in a frame: a video that is stitched already has none. @throws Failure no_circles */
const requireCircles = async ({ bench }: JobRun, path: string, facts: Facts, { label }: FileDescriptor) => {
  const { circles, rims, isDark } = await lookAt(bench, path, facts)
  // Cameras alone write .insv; in the dark no circle is seen.
  if (circles < 2 && !rims && !isDark && !isPlainFile(label))
    throw new Failure('no_circles', `${label} shows no circles of two lenses`)
}

/** One file that holds both lenses, in two tracks or side by side in one. */
const fromOne = async (run: JobRun, file: FileDescriptor): Promise<Pair> => {
  const path = await sourcePath(run, file)
  const { facts, pose } = await examineFront(run, path)
  const [front, back] = facts.tracks
  if (back !== undefined) return { front: { path, track: front }, back: { path, track: back }, facts, pose }
  if (!isEquirectangular(facts))
    throw new Failure('one_lens', `${file.label} holds the video of one lens only`)
  await requireCircles(run, path, facts, file)
  return {
    ...{ front: { path, track: front, half: 'left' }, back: { path, track: front, half: 'right' } },
    ...{ facts, pose },
  }
}

type Shot = Pick<Facts, 'width' | 'height' | 'duration' | 'framerate'>

export const checkPair = (one: Shot, other: Shot) => {
  if (one.width !== other.width || one.height !== other.height)
    throw new Failure('pair_size', `${one.width}x${one.height} beside ${other.width}x${other.height}`)
  const image = one.framerate ? 1 / one.framerate : 0
  if (Math.abs(one.duration - other.duration) > image * 1.5)
    throw new Failure('pair_duration', `${one.duration} s beside ${other.duration} s`)
}

const named = (file: FileDescriptor) => ({ file, name: file.label })

/** Orders the files as front and back by their names if possible, else as given. */
const fromTwo = async (run: JobRun, one: FileDescriptor, other: FileDescriptor): Promise<Pair> => {
  if (one.md5Hash === other.md5Hash) throw new Failure('pair_same', `${one.label} was sent twice`)
  const [front, back] = orderPair(named(one), named(other)) ?? [named(one), named(other)]
  const frontPath = await sourcePath(run, front.file)
  const backPath = await sourcePath(run, back.file)
  const { facts, pose } = await examineFront(run, frontPath)
  const backFacts = await probe(run.bench, backPath)
  checkPair(facts, backFacts)
  return {
    front: { path: frontPath, track: facts.tracks[0] },
    back: { path: backPath, track: backFacts.tracks[0] },
    facts,
    pose,
  }
}

const pairOf = (run: JobRun, { insv1: one, insv2: other }: Video) => {
  if (!one) throw new Failure('file_missing', 'There is no camera file')
  return other ? fromTwo(run, one, other) : fromOne(run, one)
}

const converting = ({ write, job }: JobRun) =>
  write(async context => {
    const before = await findRow(context.tx, videos, uidOf(job.subject), 'all', true)
    if (before?.status === 'pending') await applyChanges(context, videos, before, { status: 'converting' })
  })

/** Depends on the width alone, so it is generated once and cached. */
const maskOf = async ({ services, bench, lease }: JobRun, width: number) => {
  const kept = await openFolder(cacheRoot(services.config), lease.token)
  return part(kept, `mask-${width}.png`, output => ffmpeg(bench, maskArgs(width, output)))
}

type Share = { readonly from: number; readonly to: number }

const join = async (run: JobRun, video: Video, pair: Pair, width: number, { from, to }: Share) => {
  const { bench, work, report } = run
  const mask = await maskOf(run, width)
  const lenses = (video.lenses as Lenses | null) ?? lensTable.standard
  const bitrate = Number(video.bitrate)
  const audio = pair.facts.audio?.track
  const onProgress = (seconds: number) =>
    report(video, 'stitching', from + Math.min(1, seconds / pair.facts.duration) * (to - from))
  const { encoder } = bench.tools
  const plain = await part(work, `stitched-${width}.mp4`, output =>
    ffmpeg(
      bench,
      stitchPlan({ ...pair, audio, lenses, width, bitrate, encoder, mask, output }).args,
      onProgress,
    ),
  )
  return part(work, `film-${width}.mp4`, output =>
    writeSpherical({ from: plain, to: output, layout: 'mono', software: 'vecto', pose: pair.pose }),
  )
}

export type Joined = {
  readonly file: string
  readonly file5K?: string
  readonly sound: ReturnType<typeof soundOf>
}

/** Stitches two camera files to an equirectangular video, and a larger one if requested. @throws Failure */
export const stitched = async (run: JobRun, video: Video): Promise<Joined> => {
  const pair = await pairOf(run, video)
  await converting(run)
  const width = Number(String(video.resolution).split('x')[0])
  const two = video.generate5K === true && width < BIG
  const file = await join(run, video, pair, width, { from: 0, to: two ? FIRST_OF_TWO : END })
  const sound = soundOf(pair.facts)
  if (!two) return { file, sound }
  return { file, sound, file5K: await join(run, video, pair, BIG, { from: FIRST_OF_TWO, to: END }) }
}
