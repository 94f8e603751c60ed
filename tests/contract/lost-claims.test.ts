import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { jobNames } from '~/model/job-types'
import { fromKeys } from '~/model/objects'
import { openServices } from '~/server/app/open-services'
import type { JobHandler } from '~/server/features/processing/job-run'
import { startWorker, videoLane } from '~/server/features/processing/worker'
import { readConfig } from '~/server/platform/config/config'
import type { Database } from '~/server/platform/database/database'
import type { Services } from '~/server/records/context'
import { testDatabase } from '../support/database/database'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { newDataFolder } from '../support/server/data-folder'

const SUBJECT = 'videos/claimed'

/** The server's services on a new empty database. */
const open = async () => {
  const folder = newDataFolder('claims')
  const { env } = await testDatabase()
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...env }, 'test')
  const { services, close } = await openServices(config)
  const end = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { services, end }
}

const enqueue = ({ database, queue }: Services) =>
  database.transaction(async tx => {
    const job = await queue.send(tx, 'prepare-video', SUBJECT)
    await tx.run(sql`insert into making (subject, kind, job) values (${SUBJECT}, 'prepare-video', ${job})`)
  })

const connectionLost = () => new Error('Connection terminated unexpectedly')

/** A database whose connection breaks after the commit, before the response arrives, in the first transactions. */
const withLostAnswers = (database: Database, isLost: (count: number) => boolean): Database => {
  let count = 0
  return {
    ...database,
    transaction: async work => {
      const result = await database.transaction(work)
      count += 1
      if (isLost(count)) throw connectionLost()
      return result
    },
  }
}

/**
 * Runs all jobs of a worker whose database loses the first responses, or the connection during the first runs.
 * @returns the number of runs and of failed jobs
 */
const runJobs = async (services: Services, lost: number, broken = 0) => {
  let [runs, failures] = [0, 0]
  const database = withLostAnswers(services.database, count => count <= lost)
  const handler: JobHandler = {
    name: 'prepare-video',
    run: async run => {
      runs += 1
      if (runs <= broken) throw connectionLost()
      await run.finish(async () => undefined)
    },
    fail: async () => {
      failures += 1
    },
  }
  const handlers = fromKeys(jobNames, () => handler)
  const worker = startWorker({ ...services, database }, handlers, {
    lane: videoLane(services.config),
    tools: { ffmpeg: '', ffprobe: '' },
  })
  try {
    const waiting = () => services.database.query(sql`select 1 from making`)
    await eventually(waiting, rows => rows.length === 0, 20)
  } finally {
    await worker.stop()
  }
  return { runs, failures }
}

it.each([1, 2])('runs a job after %i responses to its claim were lost', long, async lost => {
  const { services, end } = await open()
  try {
    await enqueue(services)
    expect(await runJobs(services, lost)).toEqual({ runs: 1, failures: 0 })
  } finally {
    await end()
  }
})

it('a job survives any number of lost database connections while it runs', long, async () => {
  const { services, end } = await open()
  try {
    await enqueue(services)
    expect(await runJobs(services, 0, 4)).toEqual({ runs: 5, failures: 0 })
  } finally {
    await end()
  }
})
