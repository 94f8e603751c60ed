import type { ChildProcess } from 'node:child_process'
import pLimit from 'p-limit'
import { askImageProcess, hasEnded, startImageProcess } from './image-processes'

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
     * Scales an image to several sizes as WebP, each no larger than the source.
     * @param sizes longest side in pixels
     * @throws Error if the image cannot be read, or takes too much memory or time
     */
    shrink: (path: string, sizes: readonly number[]): Promise<Buffer[]> => limit(() => shrink(path, sizes)),
    close: () => {
      closed = true
      rest.end()
    },
  }
}

export type Images = ReturnType<typeof createImages>
