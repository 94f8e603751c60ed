import { type ChildProcess, spawn } from 'node:child_process'
import { childEnvironment } from '~/server/platform/process/child-environment'
import { forwardErrors } from '~/server/platform/process/output'
import { commandOf } from '~/server/platform/process/project'
import type { ImageAnswer, ImageRequest } from './image-process'

/** Time limit per request in milliseconds; a photo of 50 megapixels takes one to two seconds. */
const TIME_LIMIT = 20_000
/** Maximum data size of a process in kilobytes, enforced by the operating system. */
const MEMORY_LIMIT = 1_000_000

/** If the shell cannot limit memory, as on macOS, the limits on time and pixels still apply. */
const limited = `ulimit -d ${MEMORY_LIMIT} 2>/dev/null; exec "$@"`

/** Starts a process that scales images down, until it is killed or its parent exits. */
export const startImageProcess = () => {
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...commandOf('images')], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  forwardErrors(child.stderr)
  return child
}

export const hasEnded = ({ exitCode, signalCode, killed }: ChildProcess) =>
  exitCode !== null || signalCode !== null || killed

/**
 * Sends one request to an image process.
 * @throws Error with the reason; the process is then either killed or still usable
 */
export const askImageProcess = (child: ChildProcess, request: ImageRequest) =>
  new Promise<Buffer[]>((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      child.removeAllListeners()
    }
    const end = (reason: string) => {
      done()
      child.kill('SIGKILL')
      reject(new Error(reason))
    }
    const timer = setTimeout(() => end(`It took longer than ${TIME_LIMIT / 1000} s`), TIME_LIMIT)
    child.once('exit', () => end('It took too much memory, or its decoder failed'))
    child.once('error', error => end(error.message))
    child.once('message', (answer: ImageAnswer) => {
      done()
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer.images.map(image => Buffer.from(image, 'base64')))
    })
    child.send(request, error => error && end(error.message))
  })
