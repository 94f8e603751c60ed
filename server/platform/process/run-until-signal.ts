import { readFileSync } from 'node:fs'
import { ConfigError } from '~/server/platform/config/config'
import { projectFile } from './project'

/** The product's version, as package.json has it. */
export const readVersion = (): string => JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version

type Running = { close(): Promise<void> }

/** Told to stop while it starts, it stops once it has started: half a start leaves half its traces. */
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

/** A fault of ours in one call, which must not end everybody else's. */
export const UNHANDLED = 'Nobody handled'

const refuse = (what: string, error: Error) => {
  console.error(error instanceof ConfigError ? error.message : `The ${what} did not start: ${error.message}`)
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
  process.exit(1)
}

/** Runs a program of ours until it is told to stop; one that cannot start says why, and ends with 1. */
export const runUntilSignal = (what: string, start: () => Promise<Running>) => {
  process.on('unhandledRejection', error => console.error(UNHANDLED, error))
  const started = start()
  stopOn(started)
  started.catch((error: Error) => refuse(what, error))
}
