import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, isObject, textIn } from '~/model/objects'
import { ApiFailure, certificateProblem, NoAnswer, UsageError } from './report'

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

/** @throws NoAnswer if the connection is lost, also while the body arrives */
const answerTo = async (address: string, options: RequestInit) => {
  try {
    const answer = await fetch(address, options)
    return { answer, body: await bodyOf(answer) }
  } catch (error) {
    throw new NoAnswer(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** A 408 comes from a gateway that did not receive the request in time. */
const isBusy = ({ status, code }: ApiFailure) =>
  [408, 429, 502, 503, 504].includes(status) || code === 'idempotency_running'

/** The server is away or busy, and will be back. */
export const isAway = (error: unknown) =>
  error instanceof NoAnswer || (error instanceof ApiFailure && isBusy(error))

/** Calls the API. Reads wait while the server is away or busy; a change is sent once. */
export const apiOf = (connection: Connection, onWaiting: () => void) => {
  /** @throws ApiFailure for an answer from 400 on; NoAnswer if none of the API came */
  const once = async (method: string, path: string, sent?: object, key?: string) => {
    const { answer, body } = await answerTo(apiAddress(connection, path), {
      method,
      headers: {
        ...authorization(connection),
        ...(sent && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
      // A token follows no redirect to another address.
      redirect: 'manual',
    })
    const moved = answer.status >= 300 && answer.status < 400 && answer.headers.get('location')
    if (moved) throw new UsageError('moved', { to: new URL(moved, connection.url).origin })
    if (!answer.ok) throw new ApiFailure(answer.status, body, Number(answer.headers.get('retry-after')) || 0)
    if (!isObject(body)) throw new NoAnswer('The answer is not one of the API')
    return body
  }
  /** Before another attempt, after one that failed as the server is away. */
  const wait = (error: unknown, attempt: number) => {
    onWaiting()
    const asked = error instanceof ApiFailure ? error.retryAfter : 0
    return sleep(1000 * Math.max(asked, pauses[Math.min(attempt, pauses.length - 1)] ?? 1))
  }
  const get = async (path: string): Promise<unknown> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once('GET', path)
      } catch (error) {
        if (!isAway(error)) throw error
        await wait(error, attempt)
      }
    }
  }
  return {
    connection,
    get,
    wait,
    /** Reads the user of the token. @throws without retries, so that a wrong address is reported immediately */
    whoAmI: async () => {
      const { url } = connection
      const me = await once('GET', 'users/me').catch(error => {
        const isElsewhere = error instanceof NoAnswer || (error instanceof ApiFailure && error.status === 404)
        const isUntrusted = certificateProblem(error, url)
        if (isUntrusted) throw isUntrusted
        throw isElsewhere ? new UsageError('unreachable', { url }) : error
      })
      if (!textIn(me, 'uid')) throw new UsageError('unreachable', { url })
      return { company: textIn(me.company, 'ref') }
    },
    /** Undefined where there is none. */
    find: (path: string) =>
      get(path).catch(error => {
        if (error instanceof ApiFailure && error.status === 404) return undefined
        throw error
      }),
    /** The records of a list that fit `q`, the newest first, at most a thousand. */
    list: async (path: string, q: object): Promise<readonly unknown[]> => {
      const { results } = asObject(await get(`${path}?batch=1000&q=${encodeURIComponent(JSON.stringify(q))}`))
      return Array.isArray(results) ? results : []
    },
    /** Creates a record, or throws: `makeOnce` repeats the request with the same key. @returns its uid */
    create: async (path: string, body: object, key: string) => {
      const uid = textIn(await once('POST', path, body, key), 'uid')
      if (!uid) throw new NoAnswer('The answer is not one of the API')
      return uid
    },
  }
}

export type Api = ReturnType<typeof apiOf>
