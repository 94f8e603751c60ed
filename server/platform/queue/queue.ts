import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import { type JobName, jobNames } from '~/model/job-types'
import type { Database } from '~/server/platform/database/database'

/** A job taken from the queue: what it is about, as a record's reference. */
export type ClaimedJob = { readonly id: string; readonly name: JobName; readonly subject: string }

/** Attempts are counted by `making`; the queue itself never gives up. */
const queueOptions = { retryLimit: 1000, retryDelay: 1, expireInHours: 23, retentionDays: 30 } as const

/** How pg-boss reaches a database: ours, or a transaction, so that a job is there exactly when its record is. */
const databaseAdapter = (database: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await database.raw(text, values) }),
})

/** The queue, in the database that everything else is in. */
export const createQueue = async (database: Database, log: FastifyBaseLogger) => {
  const boss = new PgBoss({
    db: databaseAdapter(database),
    schedule: false,
  })
  boss.on('error', error => log.warn({ error: error.message }, 'the queue'))
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of jobNames) if (!known.has(name)) await boss.createQueue(name, { name, ...queueOptions })

  const emitter = new EventEmitter()
  return {
    /** Adds a job in a transaction. @returns its id */
    send: async (tx: Database, name: JobName, subject: string) => {
      const id = await boss.send(name, { subject }, { ...queueOptions, db: databaseAdapter(tx) })
      if (!id) throw new Error(`The queue did not take ${name} of ${subject}`)
      return id
    },
    /** The next job of this name, now this worker's; undefined where there is none. */
    claim: async (name: JobName): Promise<ClaimedJob | undefined> => {
      const [job] = await boss.fetch<{ subject: string }>(name)
      return job && { id: job.id, name, subject: job.data.subject }
    },
    complete: (tx: Database, { name, id }: Pick<ClaimedJob, 'name' | 'id'>, output: object = {}) =>
      boss.complete(name, id, output, { db: databaseAdapter(tx) }),
    /** Puts a job back, for whoever comes next. */
    release: (tx: Database, { name, id }: Pick<ClaimedJob, 'name' | 'id'>, why: string) =>
      boss.fail(name, id, { why }, { db: databaseAdapter(tx) }),
    /** There may be something to take: told to the worker in this process, others look by themselves. */
    notify: () => void emitter.emit('ring'),
    onNotify: (listener: () => void) => {
      emitter.on('ring', listener)
      return () => void emitter.off('ring', listener)
    },
    close: () => boss.stop({ graceful: false, wait: false, close: false }),
  }
}

export type Queue = Awaited<ReturnType<typeof createQueue>>
