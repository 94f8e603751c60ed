import { readFileSync } from 'node:fs'
import { ConfigError } from '~/server/platform/config/config'
import { projectFile } from './project'

/** The product version from package.json. */
export const readVersion = (): string => JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version

type Running = { close(): Promise<void> }

/**
 * A signal during startup takes effect once startup is complete: a partial start leaves partial state behind.
 */
const stopOn = (started: Promise<Running>) => {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await (await started).close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Log prefix for unhandled rejections. A bug in one request must not end the other requests. */
export const UNHANDLED = 'Nobody handled'

const refuse = (what: string, error: Error) => {
  console.error(error instanceof ConfigError ? error.message : `The ${what} did not start: ${error.message}`)
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
}

/** Runs a program until SIGINT or SIGTERM. If it cannot start, it logs the reason and exits with 1. */
export const runUntilSignal = (what: string, start: () => Promise<Running>) => {
  process.on('unhandledRejection', error => console.error(UNHANDLED, error))
  const started = start()
  stopOn(started)
  started.catch((error: Error) => refuse(what, error))
}
