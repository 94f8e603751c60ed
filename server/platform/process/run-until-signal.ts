import { readFileSync } from 'node:fs'
import { format } from 'node:util'
import { ConfigError } from '~/server/platform/config/config'
import { flushOutputs, standardError } from './output'
import { projectFile } from './project'

/** The product version from package.json. */
export const readVersion = (): string => JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version

type Running = { close(): Promise<void> }

/** Seconds after which a process ends, even if it still waits for a start, a job, a request or the database. */
const LONGEST_STOP = 45

/** Ends the process once its output is written. */
const exit = async (code: number) => {
  await flushOutputs()
  process.exit(code)
}

/**
 * A signal during startup takes effect once startup is complete: a partial start leaves partial state behind.
 */
const stopOn = (what: string, started: Promise<Running>) => {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => {
      standardError().write(`The ${what} did not stop within ${LONGEST_STOP} s and is ended.\n`)
      process.exit(1)
    }, LONGEST_STOP * 1000).unref()
    await (await started).close()
    await exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // SIGHUP, when the terminal or the service manager is gone, stops the server gracefully, as SIGTERM does.
  process.on('SIGHUP', stop)
}

const printError = (...what: unknown[]) => standardError().write(`${format(...what)}\n`)

/** Log prefix for unhandled rejections. A bug in one request must not end the other requests. */
export const UNHANDLED = 'Nobody handled'

const refuse = (what: string, error: Error) => {
  const isRefusal = error instanceof ConfigError
  printError(isRefusal ? error.message : `The ${what} did not start: ${error.message}`)
  if (!isRefusal && process.env.LOG_LEVEL === 'debug') printError(error.stack)
  return exit(1)
}

/** Runs a program until SIGINT, SIGTERM or SIGHUP. If it cannot start, it logs the reason and exits with 1. */
export const runUntilSignal = (what: string, start: () => Promise<Running>) => {
  process.on('unhandledRejection', error => printError(UNHANDLED, error))
  const started = start()
  stopOn(what, started)
  started.catch((error: Error) => refuse(what, error))
}
