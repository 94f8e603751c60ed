import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, textIn } from '~/model/objects'
import { ApiFailure, UsageError } from './failures'

/** Seconds between two attempts while the server is away or busy, growing to the last. */
const pauses = [1, 2, 5, 10, 30] as const

export type Connection = { readonly url: string; readonly token: string }

export const apiAddress = ({ url }: Connection, path: string) => `${url}/parse/${path}`
export const authorization = ({ token }: Connection) => ({ Authorization: `Bearer ${token}` })

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isAway = (status: number) => status === 429 || status === 502 || status === 503 || status === 504

/**
 * Calls the API, and waits while the server is away or busy: for reading always, for a change only where the server says that
 * it did nothing.
 * @throws ApiFailure for an answer from 400 on; the error of `fetch` for a change whose connection was lost
 */
export const apiOf = (connection: Connection, onWaiting: () => void) => {
  const once = async (method: string, path: string, body?: object) => {
    const answer = await fetch(apiAddress(connection, path), {
      method,
      headers: { ...authorization(connection), ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // A token follows no redirect to another address.
      redirect: 'manual',
    })
    const moved = answer.status >= 300 && answer.status < 400 && answer.headers.get('location')
    if (moved) throw new UsageError('moved', { to: new URL(moved, connection.url).origin })
    const read = await bodyOf(answer)
    if (answer.ok) return read
    throw Object.assign(new ApiFailure(answer.status, read), {
      retryAfter: Number(answer.headers.get('retry-after')) || 0,
    })
  }
  const call = async (method: string, path: string, body?: object, attempt = 0): Promise<unknown> => {
    try {
      return await once(method, path, body)
    } catch (error) {
      const away = error instanceof ApiFailure ? isAway(error.status) : method === 'GET'
      if (!away) throw error
      onWaiting()
      const asked = error instanceof ApiFailure && 'retryAfter' in error ? Number(error.retryAfter) : 0
      await sleep(1000 * Math.max(asked, pauses[Math.min(attempt, pauses.length - 1)] ?? 1))
      return call(method, path, body, attempt + 1)
    }
  }
  return {
    connection,
    /** Whose token it is. @throws without waiting, so that a wrong address is told at once */
    whoAmI: async () => {
      const { url } = connection
      const me = await once('GET', 'users/me').catch(error => {
        const isElsewhere =
          error instanceof TypeError || (error instanceof ApiFailure && error.status === 404)
        throw isElsewhere ? new UsageError('unreachable', { url }) : error
      })
      if (!textIn(me, 'uid')) throw new UsageError('unreachable', { url })
      return asObject(me)
    },
    /** Undefined where there is none. */
    find: (path: string) =>
      call('GET', path).catch(error => {
        if (error instanceof ApiFailure && error.status === 404) return undefined
        throw error
      }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: object) => call('POST', path, body),
  }
}

export type Api = ReturnType<typeof apiOf>
