import { HttpError } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { errorStatus } from '~/model/errors'
import { hasRef } from '~/model/fields'
import { languages } from '~/model/languages'
import { isObject, textIn } from '~/model/objects'
import { collectionOf, parentUidOf, readRef, refTo, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { intercepted } from '~/src/api/answer'
import type { Backend, PanelRecord, RequestOptions } from '~/src/api/backend'
import { BackendError, isCodeBetween } from '~/src/api/backend-error'

/** The error details in `HttpError.body`. */
type FailureBody = {
  readonly code: string
  /** The server's message, in English. */
  readonly message: string
  readonly requestId?: string
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
  readonly params?: Readonly<Record<string, string | number>>
  /** On `stale`, the current record. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Messages by field: react-admin passes them to the form. */
  readonly errors?: Readonly<Record<string, string>>
}

const keyOf = ({ code, status }: BackendError) => {
  if (isCodeBetween(code)) return `errors.${code}`
  if (status === 0) return 'errors.unreachable'
  if (Object.hasOwn(errorStatus, code)) return `errors.${code}`
  if (status >= 502 && status <= 504) return 'errors.unavailable'
  return code.startsWith('http_5') ? 'errors.intercepted' : 'errors.generic'
}

/** A message with values for its placeholders, in the only format that react-admin allows in form errors. */
const withValues = (message: string, args: FailureBody['params']) =>
  args ? `@@react-admin@@${JSON.stringify({ message, args })}` : message

/** A validation error has a code per field; any other error puts its own message on the fields it names. */
const messagesOf = (error: BackendError, params: FailureBody['params']) =>
  error.fields &&
  Object.fromEntries(
    Object.entries(error.fields).map(([path, code]) => [
      path,
      withValues(error.code === 'validation' ? `validation.${code}` : keyOf(error), params),
    ]),
  )

const bodyOf = (error: BackendError): FailureBody => {
  const { params, current } = (error.body ?? {}) as Partial<FailureBody>
  const errors = messagesOf(error, params)
  return {
    code: error.code,
    message: error.message,
    ...(error.requestId && { requestId: error.requestId }),
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(params ? { params } : {}),
    ...(current ? { current } : {}),
    ...(errors ? { errors } : {}),
  }
}

/** Converts a backend's error to react-admin's: its message is a translation key. Others pass through. */
export const toHttpError = (error: unknown) =>
  error instanceof BackendError ? new HttpError(keyOf(error), error.status, bodyOf(error)) : error

/** Wraps a call so that it fails as react-admin's screens expect. */
export const failingAsHttp =
  <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
  async (...given: Arguments) => {
    try {
      return await call(...given)
    } catch (error) {
      throw toHttpError(error)
    }
  }

/** Wraps the `request` function, on which all calls are based, in the same way. */
export const requestFailingAsHttp =
  (request: Backend['request']): Backend['request'] =>
  async <T>(path: string, options?: RequestOptions) => {
    try {
      return await request<T>(path, options)
    } catch (error) {
      throw toHttpError(error)
    }
  }

/** The response as a JSON object. @throws HttpError for another type, which is not the server's */
export const objectIn = (answer: unknown): Readonly<Record<string, unknown>> => {
  if (!isObject(answer)) throw toHttpError(intercepted())
  return answer
}

export const failureOf = (error: unknown): Partial<FailureBody> & { readonly status?: number } => {
  if (!(error instanceof HttpError)) return {}
  const body: FailureBody = error.body
  return { ...body, status: error.status }
}

export type Json = Readonly<Record<string, unknown>>

/** The id of a nested record includes its parent: `<parent's uid>/<uid>`. */
const panelId = (resource: Resource, record: Json) => {
  const uid = String(record.uid ?? record.id ?? '')
  const holder = parentUidOf(resource, record)
  return holder === undefined || uid.includes('/') ? uid : `${holder}/${uid}`
}

export const toRecord = (name: string, sent: unknown): PanelRecord => {
  const record = isObject(sent) ? sent : {}
  return { ...record, id: panelId(resourceOf(name), record) }
}

/** The record in a response. @throws HttpError if there is none: it is unknown whether the request was carried out */
export const recordIn = (name: string, answer: unknown): PanelRecord => {
  if (!isObject(answer) || !(textIn(answer, 'uid') ?? textIn(answer, 'id')))
    throw toHttpError(intercepted('The answer holds no record'))
  return toRecord(name, answer)
}

/** Dotted fields are nested in JSON: the allowed keys of a body are their first segments. */
const declaredKeys = (resource: Resource) =>
  new Set(Object.keys(resource.fields).map(path => path.split('.', 1)[0] ?? path))

const isLinkKind = (kind: string | undefined) => kind === 'link' || kind === 'links'

/** A text per language, without empty languages: an editor that was only opened leaves an empty text. */
const toRich = (value: unknown) => {
  const texts = isObject(value) ? value : {}
  const written = languages.filter(lang => texts[lang]).map(lang => [lang, texts[lang]] as const)
  return written.length > 0 ? Object.fromEntries(written) : null
}

/** A link is sent as its reference only, and an empty input as null. */
const toSent = (value: unknown, kind: string | undefined): unknown => {
  if (value === '' || value === undefined) return null
  if (kind === 'rich') return toRich(value)
  if (!isLinkKind(kind)) return value
  const bare = (link: unknown) => (hasRef(link) ? { ref: link.ref } : link)
  return Array.isArray(value) ? value.map(bare) : bare(value)
}

const declared = (name: string, data: Json): [string, unknown][] => {
  const resource = resourceOf(name)
  const keys = declaredKeys(resource)
  return Object.entries(data)
    .filter(([key]) => keys.has(key) && key !== 'createdAt' && key !== 'updatedAt')
    .map(([key, value]) => [key, toSent(value, resource.fields[key]?.kind)])
}

/** The body of a create: the given values, without the empty ones. */
export const toCreated = (name: string, data: Json): Json =>
  Object.fromEntries(declared(name, data).filter(([, value]) => value !== null))

const same = (one: unknown, other: unknown) =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The body of an update: the changed fields, and the `updatedAt` they are based on (decisions §3). */
export const toChanged = (name: string, data: Json, previous: Json): Json => {
  const before = Object.fromEntries(declared(name, previous))
  const changed = declared(name, data).filter(([key, value]) => !same(value, before[key]))
  const basedOn = data.updatedAt ?? previous.updatedAt
  return { ...Object.fromEntries(changed), ...(basedOn ? { updatedAt: basedOn } : {}) }
}

/** The id of a record, from an id or a reference. */
export const idOf = (name: string, idOrRef: unknown) => {
  const text = String(idOrRef)
  const named = readRef(resourceOf(name), text)
  if (named) return named.parentUid === undefined ? named.uid : `${named.parentUid}/${named.uid}`
  return resourceOf(name).parent === undefined ? uidOf(text) : text
}

/** The name of a collection in paths that are not nested. */
export const callNameOf = ({ flat, callName, name }: Resource) => flat || callName || name

/** The path by which one record is read and deleted, relative to the API. */
export const calledPath = (name: string, id: unknown) => {
  const { callName } = resourceOf(name)
  return callName ? `/${callName}/${encodeURIComponent(idOf(name, id))}` : recordPath(name, id)
}

/** The path of a record's collection, without its leading slash, and the record's id in it. */
export const placeOf = (name: string, id: unknown) => {
  const path = calledPath(name, id)
  const end = path.lastIndexOf('/')
  return { collection: path.slice(1, end), id: decodeURIComponent(path.slice(end + 1)) }
}

/** The collection where a record with this data is created: in its parent, or top-level. */
export const collectionFor = (name: string, data: Json) => {
  const resource = resourceOf(name)
  const holder = resource.parent ? data[resource.parent] : undefined
  if (resource.flat || !hasRef(holder)) return callNameOf(resource)
  return `${holder.ref}/${collectionOf(resource)}`
}

/** The path of one record, relative to the API. */
export const recordPath = (name: string, id: unknown) => {
  const parts = idOf(name, id).split('/').map(encodeURIComponent)
  return `/${refTo(resourceOf(name), parts.at(-1) ?? '', parts.length > 1 ? parts[0] : undefined)}`
}
