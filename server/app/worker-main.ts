import { startProcessing } from '~/server/features/processing/processing'
import { ConfigError, readConfig } from '~/server/platform/config/config'
import { print } from '~/server/platform/process/output'
import { readVersion, runUntilSignal } from '~/server/platform/process/run-until-signal'
import { startBackground } from './background'
import { handlers } from './job-handlers'
import { openServices } from './open-services'
import { startWorkerTasks } from './scheduled-tasks'

/** A standalone worker on a separate machine: it runs jobs and, with WORKER_TASKS=1, the background tasks of servers. */
const start = async () => {
  const config = readConfig(process.env, readVersion())
  if (!config.DATABASE_URL)
    throw new ConfigError(
      'A worker by itself needs DATABASE_URL: the embedded database serves one process alone.',
    )
  if (config.WORKER_JOBS === 0)
    throw new ConfigError('WORKER_JOBS=0 leaves this worker without work: it takes 1 or more.')
  const { services, connection, close } = await openServices(config)
  const background = config.WORKER_TASKS ? await startBackground(services, connection) : undefined
  if (!background) startWorkerTasks(services)
  const processing = await startProcessing(services, handlers)
  await processing.ready
  print(`Worker ${config.WORKER_NAME} takes ${config.WORKER_JOBS} job(s) at a time.`)
  return {
    close: async () => {
      await processing.stop()
      await background?.stop()
      await close()
    },
  }
}

runUntilSignal('worker', start)
