import type { Video } from '~/model/record-of'
import { refOf, uidOf } from '~/model/refs'
import { videos } from '~/model/resources/videos'
import { type Preview, previewOf, previewSeconds } from '~/model/video/depth-report'
import { isVideoReason } from '~/model/video/processing-states'
import { type JobHandler, type JobRun, LeaseLostError } from '~/server/features/processing/job-run'
import { sourcePath } from '~/server/features/processing/source-file'
import { part } from '~/server/features/processing/work-folder'
import { applyChanges } from '~/server/records/apply'
import type { Context } from '~/server/records/context'
import { assignFile, dropFiles, storeGeneratedFile } from '~/server/records/files'
import { findRow } from '~/server/records/list'
import { runEngine } from '~/server/video/engine'
import { type Facts, probe } from '~/server/video/facts'
import { Failure } from '~/server/video/ffmpeg'
import { checkStereo } from '~/server/video/picture-shape'
import { type ClipRange, makeStereoLow, trim } from '~/server/video/transcode'
import { surveyLater } from './survey-video'

/** Maximum frames per second; the engine uses the smaller playback video. */
const framerate = 30
/** Ends of the stages as shares of the whole. */
const [cut, made] = [0.1, 0.9]

const takeVideo = async (context: Context, subject: string): Promise<{ video: Video; preview: Preview }> => {
  const video = await findRow(context.tx, videos, uidOf(subject), 'all', true)
  const preview = video && previewOf(video)
  if (!video || preview?.status !== 'making') throw new LeaseLostError(subject)
  return { video, preview }
}

/** The range of the preview: shorter at the end of the video. */
export const previewRange = (facts: Pick<Facts, 'duration' | 'framerate'>, from: number): ClipRange => ({
  from,
  duration: Math.min(previewSeconds, facts.duration - from),
  framerate: Math.min(framerate, Math.max(1, Math.round(facts.framerate))),
})

/** The part, both eyes of it, and what the engine reports. */
const madeOf = async (run: JobRun, video: Video, { at: from, mode, cameraHeight }: Preview) => {
  const { bench, work, services } = run
  if (!video.lowFile) throw new Failure('file_missing', 'The 360° video has no film to play')
  const source = await sourcePath(run, video.lowFile)
  const facts = await probe(bench, source)
  const range = previewRange(facts, from)
  const clip = await part(work, 'clip.mp4', to => trim(bench, source, facts, range, to, () => undefined))
  run.report(video, 'preview', cut)
  const one = await probe(bench, clip)
  const output = `${work.folder}/stereo.mp4`
  const { width, height } = one
  const request = {
    input: clip,
    output,
    mode,
    framerate: range.framerate,
    width,
    height,
    duration: one.duration,
    cameraHeight,
  }
  const { quality } = await runEngine(bench, services.config, request, {
    onStage: () => undefined,
    onProgress: share => run.report(video, 'preview', cut + share * (made - cut)),
  })
  const both = await probe(bench, output)
  checkStereo(both, one)
  const film = await part(work, 'preview.mp4', to => makeStereoLow(bench, output, both, to, () => undefined))
  return { film, quality }
}

/** Makes two seconds of a 360° video in 3D, to judge it by before a 3D video is paid for. */
export const makePreview: JobHandler = {
  name: 'make-preview',
  run: async run => {
    const { video, preview } = await run.write(context => takeVideo(context, run.job.subject))
    const { film, quality } = await madeOf(run, video, preview)
    const label = `${video.name} (preview).mp4`
    const file = await storeGeneratedFile(run.services, { path: film, label, contentType: 'video/mp4' })
    await run.finish(async context => {
      const before = (await takeVideo(context, run.job.subject)).video
      await assignFile(context.tx, file, refOf('videos', before.uid), 'previewFile')
      await dropFiles(context, before.previewFile ? [uidOf(before.previewFile.ref)] : [])
      await applyChanges(context, videos, before, {
        preview: { ...preview, status: 'completed', quality: quality ?? null },
        previewFile: file,
        progress: null,
      })
      // The preview replaced a survey that had not run yet.
      await surveyLater(context, before)
    })
  },
  fail: async (context, job, { code }) => {
    const before = await findRow(context.tx, videos, uidOf(job.subject), 'all', true)
    const preview = before && previewOf(before)
    if (!preview) return
    const reasonCode = isVideoReason(code) ? code : 'internal'
    await applyChanges(context, videos, before, {
      ...{ preview: { ...preview, status: 'failed', reasonCode }, progress: null },
    })
    await surveyLater(context, before)
  },
}
