import type { ChildProcess } from 'node:child_process'
import pLimit from 'p-limit'
import { askImageProcess, hasEnded, startImageProcess } from './image-processes'

/** Processes at once: one that a bad image keeps busy leaves the other to everybody else. */
const PROCESSES = 2
/** Milliseconds after which a process without work ends. */
const IDLE = 30_000

type Idle = { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }

/** Processes that wait for work; each ends by itself after a while. */
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
 * Makes small images in processes of their own, with limits of pixels, memory and time: whatever an image does to its
 * decoder, the server does not feel it.
 */
export const createImages = () => {
  const rest = createRest()
  const limit = pLimit(PROCESSES)
  let closed = false
  const shrink = async (path: string, sizes: readonly number[]) => {
    const child = rest.take() ?? startImageProcess()
    try {
      return await askImageProcess(child, { path, sizes })
    } finally {
      if (closed || hasEnded(child)) child.kill()
      else rest.put(child)
    }
  }
  return {
    /**
     * An image in several sizes, as WebP, each no larger than the source.
     * @param sizes longest side in pixels
     * @throws Error where the image cannot be read, or takes too much memory or time
     */
    shrink: (path: string, sizes: readonly number[]): Promise<Buffer[]> => limit(() => shrink(path, sizes)),
    close: () => {
      closed = true
      rest.end()
    },
  }
}

export type Images = ReturnType<typeof createImages>
