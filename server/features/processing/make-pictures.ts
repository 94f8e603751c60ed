import { isRefTo, uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videos } from '~/model/resources/videos'
import { applyChanges } from '~/server/records/apply'
import { noHooks } from '~/server/records/context'
import { findRow } from '~/server/records/list'
import type { JobHandler } from './job-run'
import { drawPictures, storePictures } from './record-pictures'
import { sourcePath } from './source-file'

/** Makes the thumbnails of videos that an earlier version completed; a migration enqueues it. */
export const makePictures: JobHandler = {
  name: 'make-pictures',
  run: async run => {
    const { subject } = run.job
    const uid = uidOf(subject)
    const resource = isRefTo(videos, subject) ? videos : vectos
    const record = await findRow(run.services.database, resource, uid, 'all')
    const whole = record && 'equirectangular' in record ? record.equirectangular : true
    const flatOrSphere = whole ? 'sphere' : 'flat'
    const low = record?.lowFile
    const drawn = low
      ? await drawPictures(run, await sourcePath(run, low), {
          seconds: Number(record.duration),
          view: resource === vectos ? 'stereo' : flatOrSphere,
        })
      : []
    await run.finish(async context => {
      const before = await findRow(context.tx, resource, uid, 'all', true)
      if (!before || before.thumbRef128) return
      // Silent, so that a picture does not conflict with a concurrent edit.
      const made = await storePictures(context, subject, drawn)
      await applyChanges(context, resource, before, made, { kind: 'silent', hooks: noHooks })
    })
  },
  fail: async (context, job, failure) =>
    context.services.log.warn({ subject: job.subject, error: failure.message }, 'no picture'),
}
