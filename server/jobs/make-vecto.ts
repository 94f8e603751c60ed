import type { FileDescriptor } from '~/model/fields'
import { refOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { keepMade, own } from '../files/keeping'
import { applyChanges } from '../records/updating'
import { vectoHooks } from '../resources/vectos'
import type { Attempt } from './attempt'
import { endOf, failRecord } from './failing'
import type { JobHandler } from './job-handler'
import { type Finished, finished, trimmed } from './vecto-stages'
import { advance, lastStep, takeVecto } from './vecto-steps'

/** Files first, then the record: a stop between the two leaves files that nobody owns, which are swept. */
const keep = async (attempt: Attempt, name: string, { film, low, engine }: Finished) => {
  const { services, job, os } = attempt
  const made = (path: string, label: string) => keepMade(services, { path, label, contentType: 'video/mp4' })
  const files: Readonly<Record<string, FileDescriptor>> = {
    'files.data': await made(film, `${name}.mp4`),
    lowFile: await made(low, `${name} (low).mp4`),
  }
  await attempt.finish(async context => {
    const before = await takeVecto(context, job.subject)
    for (const [field, file] of Object.entries(files))
      await own(context.tx, file, refOf('vectos', before.uid), field)
    await applyChanges(context, vectos, vectoHooks, before, {
      ...files,
      engine,
      status: 'completed',
      progress: null,
      reason: null,
      reasonCode: null,
      log: attempt.log.kept(),
      ...lastStep(before, 'completed', services.config.WORKER_NAME, os),
    })
  })
}

/** Makes a 3D video of the part of a 360° one, stage by stage; each that is done stays done. */
export const makeVecto: JobHandler = {
  name: 'make-vecto',
  run: async attempt => {
    const vecto = await advance(attempt, 'pending')
    attempt.log.add(`${vecto.name}: ${vecto.mode}, ${vecto.offsetStart} s to ${vecto.offsetEnd} s`)
    const part = await trimmed(attempt, vecto)
    const made = await finished(attempt, vecto, part)
    await advance(attempt, 'uploading')
    await keep(attempt, String(vecto.name), made)
    await attempt.work.remove()
  },
  fail: (services, job, hold, failure, { log, os }) =>
    failRecord(services, job, hold, failure, vectos, vectoHooks, before => ({
      log: log.kept(),
      ...lastStep(before, endOf(failure), services.config.WORKER_NAME, os),
    })),
}
