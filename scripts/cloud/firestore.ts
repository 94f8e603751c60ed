import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { asObject, isObject } from '~/model/objects'
import { parseRules, permits } from './rules'

type Fields = Readonly<Record<string, unknown>>

/** A value in the format of Firestore's REST API. */
const encode = (value: unknown): object => {
  if (value === null) return { nullValue: null }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'number') return { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } }
  if (isObject(value)) return { mapValue: { fields: encodeFields(value) } }
  return { stringValue: String(value) }
}
const encodeFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, encode(value)]))

/** The caller, as rules see it. */
const authOf = ({ headers }: IncomingMessage): { readonly uid: unknown } | null => {
  const payload = headers.authorization?.split('.')[1]
  return payload ? { uid: JSON.parse(Buffer.from(payload, 'base64url').toString()).sub } : null
}

const rules = parseRules(readFileSync('deploy/firebase/firestore.rules', 'utf8'))

/** The token of the server, which no rule restricts. */
const isOwner = ({ headers }: IncomingMessage) => headers.authorization === 'Bearer owner'

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : undefined
}

const answer = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*, authorization',
    'content-type': 'application/json',
  })
  response.end(JSON.stringify(body))
}

const denied = [{ error: { code: 403, status: 'PERMISSION_DENIED', message: 'Not your own profile' } }]
const uidIn = (name: string) => /\/documents\/users\/([^/]+)$/.exec(name)?.[1]

const storedIn = (file: string | undefined): Record<string, Fields> =>
  file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}

/** Profiles by uid, with fields in Firestore's format. @param file that stores them; absent: they are lost at the end */
const createProfiles = (file?: string) => {
  const profiles = new Map(Object.entries(storedIn(file)))
  const store = () => {
    if (!file) return
    writeFileSync(`${file}.partial`, JSON.stringify(Object.fromEntries(profiles)))
    renameSync(`${file}.partial`, file)
  }
  return {
    put: (uid: string, fields: Fields) => {
      profiles.set(uid, fields)
      store()
    },
    /** Changes the fields of the mask, and leaves others. */
    patch: (uid: string, mask: readonly string[], fields: Fields) => {
      const others = Object.entries(profiles.get(uid) ?? {}).filter(([key]) => !mask.includes(key))
      profiles.set(uid, { ...Object.fromEntries(others), ...fields })
      store()
    },
    delete: (uid: string) => {
      profiles.delete(uid)
      store()
    },
    read: (name: string) => {
      const fields = profiles.get(uidIn(name) ?? '')
      const readTime = new Date().toISOString()
      return fields
        ? { found: { name, fields, createTime: readTime, updateTime: readTime }, readTime }
        : { missing: name, readTime }
    },
  }
}

/**
 * Stands in for Firestore, whose emulator needs Java and a download: the profiles under `users/<uid>`, readable as
 * `deploy/firebase/firestore.rules` says, and written by the server. It speaks the part of the REST API that
 * the panel's client and the server use. The tests write profiles with `PUT` and `DELETE /profiles/<uid>`, read one with
 * `GET`, and `GET /asked` returns and clears the uids of requested profiles.
 * @param file that stores the profiles; absent: they are lost at the end
 */
export const startFirestore = (port: number, file?: string) => {
  const profiles = createProfiles(file)
  const asked: string[] = []

  const byTests = (request: IncomingMessage, uid: string, body: Fields | undefined) => {
    if (request.method === 'PUT') profiles.put(uid, encodeFields(body ?? {}))
    if (request.method === 'DELETE') profiles.delete(uid)
    return profiles.read(`/documents/users/${uid}`)
  }

  const byServer = (request: IncomingMessage, uid: string, body: unknown) => {
    const mask = new URL(request.url ?? '', 'http://any').searchParams.getAll('updateMask.fieldPaths')
    if (request.method === 'PATCH') profiles.patch(uid, mask, asObject(asObject(body).fields))
    if (request.method === 'DELETE') profiles.delete(uid)
    return {}
  }

  const byPanel = (request: IncomingMessage, response: ServerResponse, names: readonly string[]) => {
    const auth = authOf(request)
    const mayRead = (name: string) =>
      permits(rules, { method: 'get', path: name.replace(/^projects\/[^/]+/, ''), request: { auth } })
    if (!names.every(mayRead)) return answer(response, 403, denied)
    asked.push(...names.map(name => uidIn(name) ?? ''))
    return answer(response, 200, names.map(profiles.read))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))
    const tested = /^\/profiles\/(.+)$/.exec(path)?.[1]
    const written = uidIn(path)
    if (request.method === 'OPTIONS') return answer(response, 200, {})
    const body = await bodyOf(request)
    if (path === '/asked') return answer(response, 200, asked.splice(0))
    if (tested) return answer(response, 200, byTests(request, tested, body))
    if (written)
      return isOwner(request)
        ? answer(response, 200, byServer(request, written, body))
        : answer(response, 403, denied[0])
    if (!path.endsWith('/documents:batchGet')) return answer(response, 404, { error: { code: 404 } })
    return byPanel(request, response, body.documents)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => answer(response, 500, { error: String(error) }))
  }).listen(port, '127.0.0.1')
  return { stop: () => server.close() }
}
