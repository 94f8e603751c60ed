import type { Video } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { shapeProblem } from '~/model/video/picture-shape'
import { enqueueJob, type JobHandler } from '~/server/features/processing/job-run'
import { sourcePath } from '~/server/features/processing/source-file'
import { applyChanges } from '~/server/records/apply'
import { type Context, noHooks } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import { surveyVideo } from '~/server/video/engine'
import { probe } from '~/server/video/facts'

/** Enqueues the survey of a video that may become a 3D video, if it has none. */
export const surveyLater = async (context: Context, video: Video) => {
  if (!video.preflight && !shapeProblem(video)) await enqueueJob(context, 'survey-video', videos, video)
}

/**
 * Measures how well a whole sphere suits a 3D video, from its playback file. A job of its own, since it takes as long as
 * making that file, and the video is usable without it.
 */
export const surveyForDepth: JobHandler = {
  name: 'survey-video',
  run: async run => {
    const uid = uidOf(run.job.subject)
    const video = await findRow(run.services.database, videos, uid, 'all')
    const low = video?.lowFile && (await sourcePath(run, video.lowFile))
    const preflight = low && (await surveyVideo(run.bench, low, (await probe(run.bench, low)).duration))
    await run.finish(async context => {
      const before = await findRow(context.tx, videos, uid, 'all', true)
      // Silent, so that a measurement does not conflict with a concurrent edit.
      if (before && preflight)
        await applyChanges(context, videos, before, { preflight }, { kind: 'silent', hooks: noHooks })
    })
  },
  fail: async (context, job, failure) =>
    context.services.log.warn({ subject: job.subject, error: failure.message }, 'no survey'),
}
