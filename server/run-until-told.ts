import { readFileSync } from 'node:fs'
import { ConfigError } from './config'

/** The product's version, as package.json has it. */
export const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const stopOn = (close: () => Promise<void>) => {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    await close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** A fault of ours in one call, which must not end everybody else's. */
export const UNHANDLED = 'Nobody handled'

/** Runs a program of ours until it is told to stop; one that cannot start says why, and ends with 1. */
export const runUntilTold = (what: string, start: () => Promise<{ close(): Promise<void> }>) => {
  process.on('unhandledRejection', error => console.error(UNHANDLED, error))
  return start().then(
    ({ close }) => stopOn(close),
    (error: Error) => {
      console.error(
        error instanceof ConfigError ? error.message : `The ${what} did not start: ${error.message}`,
      )
      if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error.stack)
      process.exit(1)
    },
  )
}
