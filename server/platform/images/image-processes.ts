import { type ChildProcess, spawn } from 'node:child_process'
import { childEnvironment } from '~/server/platform/process/child-environment'
import { commandOf } from '~/server/platform/process/project'
import type { ImageAnswer, ImageRequest } from './image-process'

/** Milliseconds for one request; a photo of 50 megapixels takes one to two seconds. */
const TIME_LIMIT = 20_000
/** Kilobytes of data a process may hold; the system refuses it more. */
const MEMORY_LIMIT = 1_000_000

/** Where the shell cannot limit memory, as on macOS, time and pixels still are. */
const limited = `ulimit -d ${MEMORY_LIMIT} 2>/dev/null; exec "$@"`

/** A process that makes small images, until it is killed or its parent ends. */
export const startImageProcess = () =>
  spawn('/bin/sh', ['-c', limited, 'sh', ...commandOf('images')], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

export const hasEnded = ({ exitCode, signalCode, killed }: ChildProcess) =>
  exitCode !== null || signalCode !== null || killed

/** One request to one process. @throws Error saying why there are no images; the process is gone then or still good */
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
