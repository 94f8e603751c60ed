import { messageOf } from '~/model/errors'
import { isObject } from '~/model/objects'
import type { RequestOptions } from './backend'
import { BackendError } from './backend-error'

type Body = Readonly<Record<string, unknown>>

const parse = (text: string) => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page, for example: its status is sufficient.
    return undefined
  }
}

const seconds = (header: string | null) => {
  const value = header === null ? Number.NaN : Number(header)
  return Number.isFinite(value) ? Math.ceil(value) : undefined
}

const fieldsOf = (body: Body) =>
  isObject(body.fields)
    ? Object.fromEntries(Object.entries(body.fields).map(([key, code]) => [key, String(code)]))
    : undefined

const refusal = (response: Response, parsed: unknown) => {
  const body = isObject(parsed) ? parsed : {}
  const message = String(body.message ?? body.error ?? (response.statusText || `HTTP ${response.status}`))
  return new BackendError(response.status, String(body.code ?? `http_${response.status}`), message, {
    fields: fieldsOf(body),
    retryAfter: seconds(response.headers.get('Retry-After')),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    body,
  })
}

const answer = async (url: string, init: RequestInit) => {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new BackendError(0, 'unreachable', messageOf(error))
  }
}

/** Sends a request and parses its JSON response. @throws BackendError on any status other than 2xx */
export const send = async <T = unknown>(
  url: string,
  options: RequestOptions = {},
  headers: Record<string, string> = {},
): Promise<T> => {
  const { json, ...init } = options
  const all = new Headers(init.headers)
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  all.set('Accept', 'application/json')
  if (json !== undefined) all.set('Content-Type', 'application/json')
  const body = json === undefined ? init.body : JSON.stringify(json)
  const response = await answer(url, { ...init, headers: all, body })
  const parsed = parse(await response.text())
  if (!response.ok) throw refusal(response, parsed)
  return parsed
}
