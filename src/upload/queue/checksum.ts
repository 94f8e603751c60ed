import type { Md5Message } from './md5-worker'
import type { Checksum } from './upload-queue'

/** Computes MD5s in a worker, so that the page stays responsive. */
export const checksumInWorker: Checksum = (file, onProgress, signal) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./md5-worker.ts', import.meta.url), { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    signal.addEventListener('abort', () => end(() => reject(signal.reason)))
    worker.addEventListener('error', () => end(() => reject(new Error('The checksum worker failed'))))
    worker.addEventListener('message', ({ data }: MessageEvent<Md5Message>) => {
      if ('share' in data) onProgress(data.share)
      else if ('md5Hash' in data) end(() => resolve(data.md5Hash))
      else end(() => reject(new Error(data.failed)))
    })
    worker.postMessage(file)
  })
