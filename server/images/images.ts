import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ImageAnswer, ImageRequest } from './image-process'

/** Processes at once: one that a bad image keeps busy leaves the other to everybody else. */
const PROCESSES = 2
/** Milliseconds for one request; a photo of 50 megapixels takes one to two seconds. */
const TIME_LIMIT = 20_000
/** Kilobytes of data a process may hold; the system refuses it more. */
const MEMORY_LIMIT = 1_000_000
/** Milliseconds after which a process without work ends. */
const IDLE = 30_000

const program = fileURLToPath(new URL('./image-process.ts', import.meta.url))

/** Where the shell cannot limit memory, as on macOS, time and pixels still are. */
const limited = `ulimit -d ${MEMORY_LIMIT} 2>/dev/null; exec "$@"`

const startProcess = () =>
  spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, '--import', 'tsx', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })

/** One request to one process. @throws Error saying why there are no images; the process is gone then or still good */
const ask = (child: ChildProcess, request: ImageRequest) =>
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

/**
 * Makes small images in processes of their own, with limits of pixels, memory and time: whatever an image does to its
 * decoder, the server does not feel it.
 */
export const createImages = () => {
  const idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }[] = []
  const waiting: (() => void)[] = []
  let busy = 0
  let closed = false

  const take = () => {
    const rested = idle.pop()
    if (!rested) return startProcess()
    clearTimeout(rested.timer)
    rested.child.removeAllListeners()
    return rested.child
  }
  const putBack = (child: ChildProcess) => {
    const isOver = child.exitCode !== null || child.signalCode !== null || child.killed
    if (isOver || closed) return void child.kill()
    const timer = setTimeout(() => child.kill(), IDLE)
    const place = { child, timer }
    child.once('exit', () => {
      clearTimeout(timer)
      const at = idle.indexOf(place)
      if (at >= 0) idle.splice(at, 1)
    })
    idle.push(place)
  }
  const turn = async () => {
    if (busy < PROCESSES) busy += 1
    else await new Promise<void>(resolve => waiting.push(resolve))
  }
  /** Hands the place to whoever waits longest. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
  return {
    /**
     * An image in several sizes, as WebP, each no larger than the source.
     * @param sizes longest side in pixels
     * @throws Error where the image cannot be read, or takes too much memory or time
     */
    shrink: async (path: string, sizes: readonly number[]): Promise<Buffer[]> => {
      await turn()
      const child = take()
      try {
        return await ask(child, { path, sizes })
      } finally {
        putBack(child)
        leave()
      }
    },
    close: () => {
      closed = true
      for (const { child } of idle) child.kill()
    },
  }
}

export type Images = ReturnType<typeof createImages>
