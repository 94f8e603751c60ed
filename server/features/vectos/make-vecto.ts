import type { FileDescriptor } from '~/model/fields'
import { refOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { endOf, failRecord } from '~/server/features/processing/fail-job'
import type { JobHandler } from '~/server/features/processing/job-handler'
import type { JobRun } from '~/server/features/processing/job-run'
import { assignFile, storeGeneratedFile } from '~/server/records/attachments/generated-files'
import { applyChanges } from '~/server/records/writing/update-record'
import { gradeFields } from './vecto-grade'
import { type Finished, finished, trimmed } from './vecto-stages'
import { advance, lastStep, takeVecto } from './vecto-steps'

/** Stores files before the record: a crash in between leaves files without an owner, which are swept. */
const keep = async (run: JobRun, name: string, { film, low, engine, quality }: Finished) => {
  const { services, job, os } = run
  const made = (path: string, label: string) =>
    storeGeneratedFile(services, { path, label, contentType: 'video/mp4' })
  const files: Readonly<Record<string, FileDescriptor>> = {
    'files.data': await made(film, `${name}.mp4`),
    lowFile: await made(low, `${name} (low).mp4`),
  }
  await run.finish(async context => {
    const before = await takeVecto(context, job.subject)
    for (const [field, file] of Object.entries(files))
      await assignFile(context.tx, file, refOf('vectos', before.uid), field)
    await applyChanges(context, vectos, before, {
      ...files,
      engine,
      ...gradeFields(quality, services.config.REFUND_POOR),
      status: 'completed',
      progress: null,
      reason: null,
      reasonCode: null,
      log: run.log.kept(),
      ...lastStep(before, 'completed', services.config.WORKER_NAME, os),
    })
  })
}

/** Generates a 3D video from a clip of a 360° video, stage by stage. Completed stages are not repeated. */
export const makeVecto: JobHandler = {
  name: 'make-vecto',
  run: async run => {
    const vecto = await advance(run, 'pending')
    run.log.add(`${vecto.name}: ${vecto.mode}, ${vecto.offsetStart} s to ${vecto.offsetEnd} s`)
    const part = await trimmed(run, vecto)
    const made = await finished(run, vecto, part)
    await advance(run, 'uploading')
    await keep(run, String(vecto.name), made)
    await run.work.remove()
  },
  fail: (services, job, lease, failure, { log, os }) =>
    failRecord(services, job, lease, failure, vectos, before => ({
      log: log.kept(),
      ...lastStep(before, endOf(failure), services.config.WORKER_NAME, os),
    })),
}
