import { messageOf } from '~/model/errors'
import { readAnswer, unreachable } from './answer'
import type { RequestOptions } from './backend'
import { BackendError } from './backend-error'

/** Milliseconds without a complete response: the server answers 503 to a request that takes a minute. */
export const TIME_LIMIT = 90_000

/** Aborts a request at the time limit, or by the signal of its caller. */
const limitOf = (caller: AbortSignal | null | undefined, isLimited: boolean) => {
  const ending = new AbortController()
  const end = () => ending.abort(caller?.reason)
  if (caller?.aborted) end()
  caller?.addEventListener('abort', end)
  const timer = isLimited
    ? setTimeout(() => ending.abort(unreachable('No answer within the time limit')), TIME_LIMIT)
    : undefined
  return {
    signal: ending.signal,
    release: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', end)
    },
  }
}

/** Sends a request and parses its JSON response. @throws BackendError unless the server itself has answered with 2xx */
export const send = async <T = unknown>(
  url: string,
  options: RequestOptions = {},
  headers: Record<string, string> = {},
): Promise<T> => {
  const { json, attempt: _, isUnlimited = false, signal, ...init } = options
  const all = new Headers(init.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  all.set('Accept', 'application/json')
  if (json !== undefined) all.set('Content-Type', 'application/json')
  const body = json === undefined ? init.body : JSON.stringify(json)
  const limit = limitOf(signal, !isUnlimited)
  try {
    const response = await fetch(url, { ...init, headers: all, body, signal: limit.signal })
    return readAnswer(response, await response.text())
  } catch (error) {
    if (error instanceof BackendError || signal?.aborted) throw error
    throw unreachable(messageOf(error))
  } finally {
    limit.release()
  }
}
