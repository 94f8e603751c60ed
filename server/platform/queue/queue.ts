import { randomInt } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import { type JobName, jobNames } from '~/model/job-types'
import type { Database } from '~/server/platform/database/database'
import {
  DEADLOCK,
  DUPLICATE,
  DUPLICATE_TABLE,
  LOCK_NOT_AVAILABLE,
  sqlState,
} from '~/server/platform/database/errors'
import { activeTraceparent } from '~/server/platform/tracing/spans'

/** A job's data: the reference of its record, and the trace of the request that enqueued it. */
type JobData = { readonly subject: string; readonly traceparent?: string }

/** A job claimed from the queue. */
export type ClaimedJob = JobData & { readonly id: string; readonly name: JobName }

/** The `making` table counts attempts; the queue itself never gives up. */
const queueOptions = { retryLimit: 1000, retryDelay: 1, expireInHours: 23, retentionDays: 30 } as const

const atOnce = { graceful: false, wait: false, close: false } as const

/** Runs pg-boss on the database or on a transaction, so that a job is committed together with its record. */
const databaseAdapter = (database: Database) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await database.raw(text, values) }),
})

const startBoss = async (database: Database, log: FastifyBaseLogger) => {
  const boss = new PgBoss({
    db: databaseAdapter(database),
    schedule: false,
  })
  boss.on('error', error => log.warn({ error: error.message }, 'the queue'))
  try {
    await boss.start()
    const known = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const name of jobNames) if (!known.has(name)) await boss.createQueue(name, { name, ...queueOptions })
    return boss
  } catch (error) {
    await boss.stop(atOnce).catch(() => undefined)
    throw error
  }
}

/** Errors of pg-boss's statements if two servers set up an empty database concurrently: duplicates, deadlocks, lock timeouts. */
const races: readonly unknown[] = [DUPLICATE, DUPLICATE_TABLE, DEADLOCK, LOCK_NOT_AVAILABLE]
const TRIES = 10

const startBossBesideOthers = async (database: Database, log: FastifyBaseLogger) => {
  for (let tries = 1; ; tries++) {
    try {
      return await startBoss(database, log)
    } catch (error) {
      if (tries === TRIES || !races.includes(sqlState(error))) throw error
      await sleep(randomInt(100, 1000))
    }
  }
}

/** The job queue, in the same database as everything else. */
export const createQueue = async (database: Database, log: FastifyBaseLogger) => {
  const boss = await startBossBesideOthers(database, log)
  const emitter = new EventEmitter()
  return {
    /** Enqueues a job in a transaction. @param priority the highest is claimed first, then the oldest @returns its id */
    send: async (tx: Database, name: JobName, subject: string, priority = 0) => {
      const data = { subject, traceparent: activeTraceparent() }
      const id = await boss.send(name, data, { ...queueOptions, priority, db: databaseAdapter(tx) })
      if (!id) throw new Error(`The queue did not take ${name} of ${subject}`)
      return id
    },
    /** Claims the next job of this name in a transaction; undefined if there is none. */
    claim: async (tx: Database, name: JobName): Promise<ClaimedJob | undefined> => {
      const [job] = await boss.fetch<JobData>(name, { db: databaseAdapter(tx) })
      return job && { id: job.id, name, ...job.data }
    },
    complete: (tx: Database, { name, id }: Pick<ClaimedJob, 'name' | 'id'>, output: object = {}) =>
      boss.complete(name, id, output, { db: databaseAdapter(tx) }),
    /**
     * Returns a job to the queue for the next worker.
     * @param longestPause seconds until it may be claimed, at most: they double with each return
     */
    release: async (
      tx: Database,
      { name, id }: Pick<ClaimedJob, 'name' | 'id'>,
      why: string,
      longestPause = 1,
    ) => {
      await boss.fail(name, id, { why }, { db: databaseAdapter(tx) })
      await tx.run(sql`update pgboss.job
        set start_after = now() + make_interval(secs => least(${longestPause}, power(2, least(retry_count, 16))))
        where name = ${name} and id = ${id}`)
    },
    /** Wakes the worker in this process, since a job may be available; other workers poll. */
    notify: () => void emitter.emit('ring'),
    onNotify: (listener: () => void) => {
      emitter.on('ring', listener)
      return () => void emitter.off('ring', listener)
    },
    close: () => boss.stop(atOnce),
  }
}

export type Queue = Awaited<ReturnType<typeof createQueue>>
