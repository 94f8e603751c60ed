import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DescribedCall, type Description, describedCalls } from '../support/description/described-calls'
import { hostileTexts, hostileValues } from '../support/description/hostile-values'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

/** Concurrent requests, and the maximum duration of one in milliseconds on a busy machine. */
const AT_ONCE = 12
const LONGEST = 15_000
/** Status of a request whose connection failed twice. */
const UNANSWERED = 599

/** Calls that end the session, wait on purpose or stream without end; other tests cover them. */
const apart = ['POST /logout', 'GET /stream', 'POST /utils/mail/test', 'DELETE /me/sessions']

type Shot = { readonly name: string; readonly method: string; readonly path: string; readonly body?: unknown }

let server: TestServer
let world: DemoWorld
let calls: readonly DescribedCall[]
/** Names and addresses of records that the attacker must not read. */
let secrets: readonly string[]
/** A record of another company for each collection. */
let foreign: ReadonlyMap<string, string>

const collections = ['companies', 'users', 'sessions', 'environments', 'videos', 'videos3d', 'medias']

beforeAll(async () => {
  server = await startServer({ demo: true, env: { UPLOAD_USER_COUNT: '20' } })
  world = await demoWorld(server)
  const { body } = await api(server.url).get<Description>('docs')
  calls = describedCalls(body).filter(({ method, path }) => !apart.includes(`${method} ${path}`))
  const { actor } = world.of('admin')
  const root = world.of('root').api
  const elsewhere = new Set(world.companiesOf(actor, 'foreign'))
  const isForeign = ({ uid, company }: Found) => elsewhere.has(company?.ref.split('/')[1] ?? uid)
  const found = await Promise.all(
    collections.map(async name => {
      const records = await listAll<Found & { name?: string; email?: string }>(root, name)
      return [name, records.filter(isForeign)] as const
    }),
  )
  foreign = new Map(found.flatMap(([name, [first]]) => (first ? [[name, first.uid] as const] : [])))
  const open = ['downloads', 'me/invitations', ...collections.map(name => `${name}?batch=1000`)]
  const callers = [world.of('admin').api, world.of('viewer').api]
  const seen = JSON.stringify(
    await Promise.all(callers.flatMap(caller => open.map(async path => (await caller.get(path)).body))),
  )
  secrets = found
    .flatMap(([, records]) => records.map(({ email, name }) => email ?? name ?? ''))
    .filter(text => text.length > 9 && !seen.includes(text))
})
afterAll(() => server.stop())

const uidFor = (path: string, at: string) => {
  const name = collections.findLast(each => path.slice(0, path.indexOf(at)).includes(each))
  return foreign.get(name ?? '') ?? 'x'.repeat(20)
}

/** Lone surrogates cannot be encoded in a URL. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** The path with one value for all parameters, or with records of another company without a value. */
const filled = (path: string, value?: string) =>
  path.replace(/\{[^}]+\}|\*/g, part => encoded(value ?? uidFor(path, part)))

const bodiesOf = ({ fields }: DescribedCall, index: number): [string, unknown][] => {
  const values = Object.entries(hostileValues)
  const all = values.map(([name, value]): [string, unknown] => [
    `all ${name}`,
    Object.fromEntries(fields.map(field => [field, value])),
  ])
  // Each field alone with a few values, which differ from call to call.
  const single = fields.flatMap((field, place) =>
    [0, 1, 2].map((turn): [string, unknown] => {
      const [name, value] = values[(index + place * 3 + turn * 7) % values.length] ?? []
      return [`${field} ${name}`, { [field]: value }]
    }),
  )
  const links = fields.map((field): [string, unknown] => {
    const [name, uid] = [...foreign][(index + field.length) % foreign.size] ?? []
    return [`${field} of another company`, { [field]: { ref: `${name}/${uid}` } }]
  })
  return fields.length > 0 ? [...all, ...single, ...links, ['a list', []], ['a number', 7]] : []
}

/** A selection that differs from call to call. */
const someOf = <T>(all: readonly T[], from: number, count: number) =>
  Array.from({ length: count }, (_, at) => all[(from + at * 5) % all.length] as T)

const shotsAt = (call: DescribedCall, index: number): Shot[] => {
  const { method, path, query } = call
  const name = `${method} ${path}`
  const shot = (what: string, address: string, body?: unknown): Shot => ({
    name: `${name}: ${what}`,
    method,
    path: address,
    ...(body !== undefined && { body }),
  })
  const texts = hostileTexts.map(text => text.slice(0, 2000))
  return [
    shot('of another company', filled(path)),
    ...(/[{*]/.test(path) ? texts.map(text => shot(`at ${text.slice(0, 20)}`, filled(path, text))) : []),
    ...query.flatMap((key, place) =>
      someOf(texts, index + place, 8).map(text =>
        shot(`${key} ${text.slice(0, 20)}`, `${filled(path)}?${key}=${encoded(text)}`),
      ),
    ),
    ...(query.includes('q')
      ? Object.entries(hostileValues).flatMap(([what, value]) =>
          someOf(['createdAt', 'name', 'uid', 'company', 'status', 'size', '__proto__'], index, 2).map(
            field => {
              const q = JSON.stringify({ [field]: what.length % 2 ? value : { gt: value } })
              return shot(`q ${field} ${what}`, `${filled(path)}?q=${encodeURIComponent(q.slice(0, 4000))}`)
            },
          ),
        )
      : []),
    ...bodiesOf(call, index).map(([what, body]) => shot(what, filled(path), body)),
  ]
}

type Hit = { readonly shot: Shot; readonly status: number; readonly text: string; readonly took: number }

const fire = async (caller: Api, shot: Shot): Promise<Hit> => {
  const start = performance.now()
  const call = () => caller.call<unknown>(shot.method, shot.path, { body: shot.body })
  // An idle connection may be closed; two failures in a row are a fault.
  const { status, body } = await call()
    .catch(call)
    .catch(error => ({ status: UNANSWERED, body: String(error) }))
  return { shot, status, text: JSON.stringify(body) ?? '', took: performance.now() - start }
}

const faultOf = ({ shot, status, text, took }: Hit) => {
  // Responses of 503, for exhausted capacity, are acceptable.
  if (status >= 500 && status !== 503) return `${shot.name}: ${status} ${text.slice(0, 200)}`
  if (took > LONGEST) return `${shot.name}: ${Math.round(took)} ms`
  const leak = secrets.find(secret => text.includes(secret))
  if (leak) return `${shot.name}: tells ${leak}`
  return /syntax error|invalid input|violates|pg_|at Object\.|node_modules/.test(text)
    ? `${shot.name}: inner words ${text.slice(0, 200)}`
    : undefined
}

/** Slow or failed requests may be caused by load, so they are repeated alone. */
const isUnsure = ({ status, took }: Hit) => status === UNANSWERED || took > LONGEST

const attack = async (name: string, shots: readonly Shot[]) => {
  const faults: string[] = []
  const unsure: Shot[] = []
  const left = [...shots]
  let caller = await login(server.url, `${name}@demo.example`, demoPassword)
  const work = async () => {
    for (let shot = left.shift(); shot; shot = left.shift()) {
      const hit = await fire(caller, shot)
      // A request may end its own session, so sign in again.
      if (hit.status === 401 && (await caller.get('users/me')).status === 401)
        caller = await login(server.url, `${name}@demo.example`, demoPassword)
      const fault = faultOf(hit)
      if (isUnsure(hit)) unsure.push(shot)
      else if (fault) faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const shot of unsure) {
    const fault = faultOf(await fire(caller, shot))
    if (fault) faults.push(fault)
  }
  return faults
}

describe('hostile requests to every described call', () => {
  it.each(['viewer', 'admin'])(
    'as %s: hostile requests cause no 5xx, no timeout and no leak from another company',
    { ...long, timeout: 300_000 },
    async name => {
      expect(secrets.length).toBeGreaterThan(50)
      const shots = calls.flatMap(shotsAt)
      expect(shots.length).toBeGreaterThan(3000)
      const faults = await attack(name, shots)
      expect(faults.slice(0, 40)).toEqual([])
      expect((await api(server.url).get('health')).status).toBe(200)
    },
  )
})
