import { type ChildProcess, spawn } from 'node:child_process'
import pLimit from 'p-limit'
import { forwardErrors } from '~/server/platform/process/output'
import { commandOf } from '~/server/platform/process/project'
import { childEnvironment } from '~/server/platform/process/run-program'
import type { ImageAnswer, ImageProblem, ImageRequest, Square } from './image-process'

/** Time limit per request in milliseconds; a photo of 50 megapixels takes one to two seconds. */
const TIME_LIMIT = 20_000
/** Maximum data size of a process in kilobytes, enforced by the operating system. */
const MEMORY_LIMIT = 1_000_000

/** If the shell cannot limit memory, as on macOS, the limits on time and pixels still apply. */
const limited = `ulimit -d ${MEMORY_LIMIT} 2>/dev/null; exec "$@"`

/** Starts a process that scales images down, until it is killed or its parent exits. */
const startImageProcess = () => {
  const child = spawn('/bin/sh', ['-c', limited, 'sh', ...commandOf('images')], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  forwardErrors(child.stderr)
  return child
}

const hasEnded = ({ exitCode, signalCode, killed }: ChildProcess) =>
  exitCode !== null || signalCode !== null || killed

/** An image that is refused. */
export class ImageRefused extends Error {
  constructor(
    message: string,
    readonly problem: ImageProblem,
  ) {
    super(message)
    this.name = 'ImageRefused'
  }
}

const errorOf = ({ error, problem }: Extract<ImageAnswer, { error: string }>) =>
  problem ? new ImageRefused(error, problem) : new Error(error)

/**
 * Sends one request to an image process.
 * @throws Error with the reason; the process is then either killed or still usable
 */
const askImageProcess = (child: ChildProcess, request: ImageRequest) =>
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
      if ('error' in answer) reject(errorOf(answer))
      else resolve(answer.images.map(image => Buffer.from(image, 'base64')))
    })
    child.send(request, error => error && end(error.message))
  })

/** Number of concurrent processes: if a bad image keeps one busy, the other remains available. */
const PROCESSES = 2
/** Milliseconds after which an idle process is killed. */
const IDLE = 30_000

type Idle = { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }

/** Pool of idle processes; each is killed after its idle timeout. */
const createRest = () => {
  const idle: Idle[] = []
  return {
    take: () => {
      const rested = idle.pop()
      if (!rested) return undefined
      clearTimeout(rested.timer)
      rested.child.removeAllListeners()
      return rested.child
    },
    put: (child: ChildProcess) => {
      const place = { child, timer: setTimeout(() => child.kill(), IDLE) }
      child.once('exit', () => {
        clearTimeout(place.timer)
        const at = idle.indexOf(place)
        if (at >= 0) idle.splice(at, 1)
      })
      idle.push(place)
    },
    end: () => {
      for (const { child } of idle) child.kill()
    },
  }
}

/**
 * Scales images down in separate processes with limits on pixels, memory and time: an image that
 * breaks the decoder does not affect the server.
 */
export const createImages = () => {
  const rest = createRest()
  const limit = pLimit(PROCESSES)
  let closed = false
  const make = async (request: ImageRequest) => {
    const child = rest.take() ?? startImageProcess()
    try {
      return await askImageProcess(child, request)
    } finally {
      if (closed || hasEnded(child)) child.kill()
      else rest.put(child)
    }
  }
  return {
    /**
     * Scales an image to several sizes as WebP, each no larger than the source.
     * @param sizes longest side in pixels
     * @throws Error if the image cannot be read, or takes too much memory or time
     */
    shrink: (path: string, sizes: readonly number[]): Promise<Buffer[]> => limit(() => make({ path, sizes })),
    /**
     * Cuts the largest square from the centre of an image, upright, as WebP without metadata.
     * @throws ImageRefused for an image that does not meet the limits; Error as above
     */
    cutSquare: async (path: string, square: Square): Promise<Buffer> => {
      const [image] = await limit(() => make({ path, square }))
      if (!image) throw new Error('No square was made')
      return image
    },
    close: () => {
      closed = true
      rest.end()
    },
  }
}

export type Images = ReturnType<typeof createImages>
