import type { Resource } from '~/model/define'
import { roles } from '~/model/grants'
import { languages } from '~/model/languages'
import { registry } from '~/model/registry'
import type { Backend, RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'

export type Row = Readonly<Record<string, unknown>>
export type ApiCall = {
  readonly method: string
  readonly path: string
  readonly json: unknown
  readonly search: URLSearchParams
}
type Answer = (call: ApiCall) => unknown

const resources: readonly Resource[] = Object.values(registry)

const refOrValue = (value: unknown) =>
  typeof value === 'object' && value !== null && 'ref' in value ? value.ref : value

const meets = (row: Row, [path, wanted]: [string, unknown]) => {
  const value = refOrValue(row[path])
  if (Array.isArray(wanted)) return wanted.includes(value)
  if (typeof wanted === 'object' && wanted !== null && 'begins' in wanted)
    return String(value).toLowerCase().startsWith(String(wanted.begins).toLowerCase())
  return value === wanted
}

const callOf = (address: string, { method = 'GET', json }: RequestOptions): ApiCall => {
  const { pathname, searchParams } = new URL(address, 'http://api')
  return { method, path: pathname, json, search: searchParams }
}

const pageOf = (rows: readonly Row[], { search }: ApiCall) => {
  const found = rows.filter(row =>
    Object.entries(JSON.parse(search.get('q') ?? '{}')).every(pair => meets(row, pair)),
  )
  const offset = Number(search.get('offset'))
  return {
    results: found.slice(offset, offset + Number(search.get('batch') ?? 10)),
    meta: { count: found.length },
  }
}

type Rows = Readonly<Record<string, readonly Row[]>>

/** `GET values/{collection}`: the options of selects. */
const valuesOf = (collection: string | undefined, rows: Rows) => {
  const companies = (rows.companies ?? []).map(({ uid, name }) => ({ key: uid, label: name }))
  const named = (keys: readonly string[]) => keys.map(key => ({ key, label: key }))
  const results =
    collection === 'roles' ? named(roles) : collection === 'languages' ? named(languages) : companies
  return { results, meta: { count: results.length } }
}

/** Fakes the API over rows in memory. Records the requests; any response can be replaced. */
export const fakeApi = (rows: Rows = {}) => {
  const calls: ApiCall[] = []
  const answers = new Map<string, Answer>()
  const plain = (call: ApiCall): unknown => {
    const [, called = '', uid] = call.path.split('/')
    const name = resources.find(({ callName }) => callName === called)?.name ?? called
    if (name === 'values') return valuesOf(uid, rows)
    if (uid === undefined)
      return call.method === 'POST' ? { uid: 'made', ...(call.json as Row) } : pageOf(rows[name] ?? [], call)
    const row = rows[name]?.find(each => each.uid === uid)
    if (!row) throw new BackendError(404, 'not_found', 'No such record')
    return call.method === 'PATCH' ? { ...row, ...(call.json as Row) } : row
  }
  const request = async (path: string, options: RequestOptions = {}) => {
    const call = callOf(path, options)
    calls.push(call)
    return (await (answers.get(`${call.method} ${call.path}`) ?? plain)(call)) as never
  }
  return {
    request: request as Backend['request'],
    calls,
    /** `answering('GET /medias', …)` replaces a response; an error that is thrown rejects the request. */
    answering: (route: string, answer: Answer) => void answers.set(route, answer),
    to: (route: string) => calls.filter(({ method, path }) => `${method} ${path}` === route),
  }
}

export type FakeApi = ReturnType<typeof fakeApi>

export const refusing =
  (status: number, code: string, details: ConstructorParameters<typeof BackendError>[3] = {}) =>
  () => {
    throw new BackendError(status, code, 'As the server says it', details)
  }

/** The decoded query parameters of a list request. */
export const askedOf = (call: ApiCall | undefined) => {
  const { q = '{}', offset, batch, ...rest } = Object.fromEntries(call?.search ?? [])
  return { q: JSON.parse(q), offset: Number(offset), batch: Number(batch), ...rest }
}
