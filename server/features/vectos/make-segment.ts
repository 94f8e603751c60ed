import { vectos } from '~/model/resources/vectos'
import {
  cancelJob,
  enqueueJob,
  type JobHandler,
  type JobRun,
  LeaseLostError,
} from '~/server/features/processing/job-run'
import { recordIn, subjectOf } from '~/server/features/processing/job-subject'
import { part } from '~/server/features/processing/work-folder'
import type { Database } from '~/server/platform/database/database'
import { makeStandard, makeStereoLow } from '~/server/video/transcode'
import { rangeOfSegment } from './segment-plan'
import { keepSegment, readSegment, shareMade, storeSegment } from './segments'
import { advance, clipOf, failVecto, rangeOf, starts, stereoOf, takeVecto } from './vecto-run'

/** Ends of the stages of a segment as shares of its work. */
const [trimmed, generated] = [0.08, 0.88]

const segmentOf = async ({ services, job }: JobRun) => {
  const { uid, part = 0 } = recordIn(job.subject)
  const found = await readSegment(services.database, uid, part)
  if (!found) throw new LeaseLostError(job.subject)
  return found
}

/** Both eyes of a segment in full size and for playback, without audio. */
const filesOf = async (run: JobRun) => {
  const { bench, work } = run
  const { segment, count } = await segmentOf(run)
  const vecto = await advance(run, 'pending')
  const { range, lead } = rangeOfSegment(rangeOf(vecto), segment)
  const name = `${vecto.name} (${segment.part + 1}/${count})`
  run.log.add(`${name}: ${segment.frames} frames from ${range.from + lead / range.framerate} s`)
  const report = (from: number, to: number) => (share: number) =>
    run.report(vecto, 'vectorization', from + Math.min(1, share) * (to - from))
  const clip = await clipOf(run, vecto, { range, soundOf: () => undefined, onProgress: report(0, trimmed) })
  const { film, made, madeBy } = await stereoOf(run, vecto, clip, {
    ...{ lead, stages: ['vectorization'], onProgress: report(trimmed, generated) },
  })
  if (made.frames !== segment.frames) {
    // The folder is of an earlier division.
    await work.remove()
    throw new Error(`The segment has ${made.frames} frames of ${segment.frames}`)
  }
  const compress = report(generated, 1)
  const stereo = await part(work, 'standard.mp4', to => makeStandard(bench, film, made, to, () => undefined))
  const low = await part(work, 'playable.mp4', to =>
    makeStereoLow(bench, stereo, made, to, seconds => compress(seconds / made.duration)),
  )
  return { segment, madeBy, files: await storeSegment(run.services, name, { stereo, low }) }
}

const shareOfWhole = async (database: Database, uid: string) =>
  starts.trimming + (await shareMade(database, uid)) * (starts.joining - starts.trimming)

/** Makes one segment of a long 3D video. The last one that is made enqueues the job that joins them. */
export const makeSegment: JobHandler = {
  name: 'make-segment',
  partOf: { job: 'make-vecto', done: shareOfWhole },
  run: async run => {
    const { segment, madeBy, files } = await filesOf(run)
    await run.finish(async context => {
      const vecto = await takeVecto(context, run.job.subject)
      const isLast = await keepSegment(context, vecto.uid, segment.part, files, {
        ...madeBy,
        log: run.log.kept().log,
      })
      if (isLast) await enqueueJob(context, 'make-vecto', vectos, vecto)
    })
  },
  /** One failure is that of the whole: the jobs of other segments end. Those that are made stay, for a retry. */
  fail: async (context, job, failure, failureContext) => {
    await failVecto(context, job, failure, failureContext)
    await cancelJob(context.tx, subjectOf(vectos.name, recordIn(job.subject).uid))
  },
}
