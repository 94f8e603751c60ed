import { asObject } from '~/model/objects'
import { backOff, isPassing } from './back-off'

const statusOf = (error: unknown) => {
  const { status } = asObject(error)
  return typeof status === 'number' ? status : undefined
}

type Patience = { readonly onWaiting: () => void; readonly signal: AbortSignal }

/**
 * Retries a call, with pauses, while the connection or the server is lost.
 * @returns its result, or undefined once `signal` is aborted
 * @throws errors that a later attempt would repeat
 */
export const patiently = <T>(call: () => Promise<T>, { onWaiting, signal }: Patience) =>
  new Promise<T | undefined>((resolve, reject) => {
    const attempt = () =>
      call().then(resolve, error => {
        if (signal.aborted) return resolve(undefined)
        if (!isPassing(statusOf(error))) return reject(error)
        onWaiting()
        retry.wait()
      })
    const retry = backOff(() => void attempt())
    signal.addEventListener('abort', () => {
      retry.stop()
      resolve(undefined)
    })
    void attempt()
  })
