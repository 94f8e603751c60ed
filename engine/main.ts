import { text } from 'node:stream/consumers'
import { asEngineError, createMessages, readRequest } from './request'
import { runEngine } from './run-engine'

const stopped = 143

const messages = createMessages()
const stop = new AbortController()
const end = () => {
  stop.abort()
  process.exit(stopped)
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
// The caller has exited: the result would not be used.
process.stdout.on('error', end)

try {
  messages.result(await runEngine(readRequest(await text(process.stdin)), messages, stop.signal))
} catch (caught) {
  const error = asEngineError(caught)
  messages.error(error)
  process.exitCode = error.code === 'bad_request' ? 2 : 1
} finally {
  // Kills child processes, which would keep this process alive.
  stop.abort()
}
