import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Fields = Readonly<Record<string, unknown>>

/** A value in the format of Firestore's REST API. */
const encode = (value: unknown): object => {
  if (value === null) return { nullValue: null }
  if (typeof value === 'boolean') return { booleanValue: value }
  if (typeof value === 'number') return { doubleValue: value }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } }
  if (typeof value === 'object') return { mapValue: { fields: encodeFields(value as Fields) } }
  return { stringValue: String(value) }
}
const encodeFields = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, encode(value)]))

const callerOf = ({ headers }: IncomingMessage): string | undefined => {
  const payload = headers.authorization?.split('.')[1]
  return payload ? JSON.parse(Buffer.from(payload, 'base64url').toString()).sub : undefined
}

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

/**
 * Fake Firestore with profiles under `users/<uid>`, each readable by its own user only. The tests write them with
 * `PUT` and `DELETE /profiles/<uid>`, and `GET /asked` returns and clears the uids of requested profiles.
 */
export const startFirestore = (port: number) => {
  const profiles = new Map<string, Fields>()
  const asked: string[] = []

  const read = (name: string) => {
    const uid = uidIn(name) ?? ''
    asked.push(uid)
    const profile = profiles.get(uid)
    const readTime = new Date().toISOString()
    if (!profile) return { missing: name, readTime }
    return {
      found: { name, fields: encodeFields(profile), createTime: readTime, updateTime: readTime },
      readTime,
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, ''))
    const uid = /^\/profiles\/(.+)$/.exec(path)?.[1]
    const body = request.method === 'OPTIONS' ? undefined : await bodyOf(request)
    if (request.method === 'OPTIONS') return answer(response, 200, {})
    if (path === '/asked') return answer(response, 200, asked.splice(0))
    if (uid && request.method === 'PUT') return answer(response, 200, profiles.set(uid, body).size)
    if (uid && request.method === 'DELETE') return answer(response, 200, profiles.delete(uid))
    if (!path.endsWith('/documents:batchGet')) return answer(response, 404, { error: { code: 404 } })
    const names: string[] = body.documents
    if (names.some(name => uidIn(name) !== callerOf(request))) return answer(response, 403, denied)
    return answer(response, 200, names.map(read))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(error => answer(response, 500, { error: String(error) }))
  }).listen(port, '127.0.0.1')
  return { stop: () => server.close() }
}
