import type { Vecto } from '~/model/record-types'
import { vectos } from '~/model/resources/vectos'
import { checkTransition } from '~/model/states'
import { isOnTheWay, type VectoStatus, way, withStep } from '~/model/video/vecto-states'
import { LeaseLostError } from '~/server/features/processing/job-lease'
import type { JobRun } from '~/server/features/processing/job-run'
import { changeOf } from '~/server/platform/realtime/changes'
import type { Context, Values } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import { updateRow } from '~/server/records/writing/rows'

const placeOf = (status: unknown) => (isOnTheWay(status) ? way.indexOf(status) : -1)

/** The statuses after one up to and including another; empty if that one is behind. */
const between = (from: unknown, to: VectoStatus) => way.slice(placeOf(from) + 1, placeOf(to) + 1)

const step = async (
  { tx, services }: Context,
  before: Vecto,
  status: VectoStatus,
  os: string,
): Promise<Vecto> => {
  checkTransition(vectos, before.status, status)
  const events = withStep(before.events, status, services.config.WORKER_NAME, os)
  await updateRow(tx, vectos, before, { status, events })
  return { ...before, status, events }
}

/** Loads and locks the vecto in processing, for this run alone to change. @throws LeaseLostError */
export const takeVecto = async (context: Context, subject: string): Promise<Vecto> => {
  const uid = subject.slice(subject.lastIndexOf('/') + 1)
  const record = await findRow(context.tx, vectos, uid, 'all', true)
  if (!record || placeOf(record.status) < 0) throw new LeaseLostError(subject)
  return record
}

/**
 * Advances a vecto to a status through those in between. One that is already further stays there, so that a
 * job resumed after an interruption never steps back.
 */
export const advance = ({ write, job, os, log, stages }: JobRun, status: VectoStatus): Promise<Vecto> => {
  stages.enter(status)
  return write(async context => {
    let record = await takeVecto(context, job.subject)
    const steps = between(record.status, status)
    for (const each of steps) record = await step(context, record, each, os)
    if (steps.length === 0) return record
    log.add(`Status ${status}`)
    const { services, tx, afterCommit } = context
    await services.changes.publish(tx, changeOf(vectos, record, 'update'), afterCommit)
    return record
  })
}

/** The final step of a vecto, for the change that ends it. */
export const lastStep = (before: Values, status: string, worker: string, os: string) => ({
  events: withStep(before.events, status, worker, os),
})
