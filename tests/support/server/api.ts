import { randomUUID } from 'node:crypto'
import { type Described, expectDescribed } from '~/tests/support/description/described-responses'
import { takeSession } from './seeded-sessions'

export type Answer<T> = { readonly status: number; readonly body: T; readonly headers: Headers }

/** The body of most responses; a test that needs more declares its own type. */
type Json = Readonly<Record<string, unknown>>

type Call = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const bodyOf = async (response: Response) => {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return isJson && text ? JSON.parse(text) : text
}

/**
 * A client of the routes under `/parse`. It does not throw on 4xx and 5xx, since tests assert them. Each response is
 * validated against the OpenAPI description.
 */
export const api = (url: string, token?: string, described: Described = expectDescribed) => {
  const clientId = randomUUID()
  const call = async <T = Json>(
    method: string,
    path: string,
    { body, headers }: Call = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(new URL(`/parse/${path.replace(/^\//, '')}`, url), {
      method,
      headers: {
        'X-Client-Id': clientId,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    const answer = { status: response.status, headers: response.headers, body: await bodyOf(response) }
    described(method, path, answer.status, answer.body)
    return answer
  }
  return {
    token,
    call,
    get: <T = Json>(path: string, headers?: Call['headers']) => call<T>('GET', path, { headers }),
    post: <T = Json>(path: string, body?: unknown) => call<T>('POST', path, { body }),
    patch: <T = Json>(path: string, body?: unknown) => call<T>('PATCH', path, { body }),
    put: <T = Json>(path: string, body?: unknown) => call<T>('PUT', path, { body }),
    del: <T = Json>(path: string, body?: unknown) => call<T>('DELETE', path, { body }),
  }
}

export type Api = ReturnType<typeof api>

/**
 * Signs in as Parse's clients do. The first call for an account of the demo data reuses a seeded session.
 * @returns a client with the session token
 */
export const login = async (
  url: string,
  email: string,
  password: string,
  described?: Described,
): Promise<Api> => {
  const seeded = takeSession(url, email, password)
  if (seeded) return api(url, seeded, described)
  const { status, body } = await api(url, undefined, described).post<{ sessionToken?: string }>('login', {
    email,
    password,
  })
  if (status !== 200 || !body.sessionToken) {
    throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
  }
  return api(url, body.sessionToken, described)
}
