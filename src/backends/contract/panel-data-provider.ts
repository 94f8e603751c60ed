import simpleRest from 'ra-data-simple-rest'
import type { DataProvider, Identifier } from 'react-admin'
import { refOf } from '~/model/access'
import type { FileDescriptor } from '~/model/fields'
import { MAX_BATCH } from '~/model/query'
import { resourceOf } from '~/model/registry'
import type { Backend, RequestOptions } from '~/src/backends/backend'
import { toHttpError } from './failures'
import { listPath, pageOf, rowsOf } from './lists'
import { idOf, isObject, type Json, type PanelRecord, toChanged, toCreated, toRecord } from './records'

type Request = Backend['request']

/** One of a value list, `GET values/{collection}`. */
export type Value = { readonly key: string; readonly label: string }

/** react-admin's data provider, and the calls that it has no word for. */
export type PanelDataProvider = DataProvider & {
  /** An action of the definition: restore, regenerate … */
  readonly act: (resource: string, id: Identifier, action: string, data?: Json) => Promise<PanelRecord>
  readonly values: (collection: string) => Promise<{ values: Value[]; total: number }>
  /** What became of a finished upload. */
  readonly uploaded: (uploadId: string) => Promise<FileDescriptor>
  /** A signed address of a record's file, valid for a day. */
  readonly fileUrl: (resource: string, id: Identifier, path: string) => Promise<string>
}

const VALUES_BATCH = 100

const at = (resource: string, id: Identifier) => `/${resource}/${encodeURIComponent(idOf(id))}`

const failingAsHttp =
  (request: Request): Request =>
  (path, options) =>
    request<never>(path, options).catch((error: unknown) => {
      throw toHttpError(error)
    })

/** What `ra-data-simple-rest` calls in place of fetch. */
const clientOf =
  (request: Request) =>
  async (url: string, init: RequestInit & { body?: unknown } = {}) => {
    const { body, ...options } = init
    const sent: RequestOptions = body ? { ...options, json: JSON.parse(String(body)) } : options
    const json = toRecord(await request(url, { ...sent, headers: undefined }))
    return { status: 200, headers: new Headers(), body: '', json }
  }

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

const manyOf =
  (request: Request) => async (resource: string, ids: readonly Identifier[], signal?: AbortSignal) => {
    const wanted = chunksOf([...new Set(ids.map(idOf))], MAX_BATCH)
    const pages = await Promise.all(
      wanted.map(uids => {
        const pagination = { page: 1, perPage: uids.length }
        return request(listPath(resource, { pagination, filter: { uid: uids } }), { signal })
      }),
    )
    return pages.flatMap(page => pageOf(page).data)
  }

/** The value by which records of `resource` point at this one. */
const pointing = (resource: string, target: string, id: Identifier) => {
  const field = resourceOf(resource).fields[target]
  return field?.kind === 'link' && field.target && !String(id).includes('/')
    ? refOf(field.target, String(id))
    : id
}

const reading = (request: Request) => {
  const many = manyOf(request)
  return {
    getList: async (resource, params) =>
      pageOf(await request(listPath(resource, params), { signal: params.signal })),
    getMany: async (resource, { ids, signal }) => ({ data: await many(resource, ids, signal) }),
    getManyReference: async (resource, { target, id, filter, signal, ...params }) =>
      pageOf(
        await request(
          listPath(resource, { ...params, filter: { ...filter, [target]: pointing(resource, target, id) } }),
          { signal },
        ),
      ),
  } as Pick<DataProvider, 'getList' | 'getMany' | 'getManyReference'>
}

const writing = (request: Request) => {
  const change = async (resource: string, id: Identifier, data: Json, previous: Json, more?: Json) => {
    const json = { ...toChanged(resource, data, previous), ...more }
    const answer = await request(at(resource, id), { method: 'PATCH', json })
    // Some answers hold the changed fields alone: what was known fills in.
    return { ...previous, ...data, ...toRecord(answer), id: idOf(id) }
  }
  const remove = (resource: string, id: Identifier, delay?: unknown) =>
    request(at(resource, id), { method: 'DELETE', ...(delay === undefined ? {} : { json: { delay } }) })
  return {
    update: async (resource, { id, data, previousData = {}, meta }) => ({
      data: await change(resource, id, data, previousData, meta?.also),
    }),
    updateMany: async (resource, { ids, data }) => {
      await Promise.all(ids.map(id => change(resource, id, data, {})))
      return { data: ids }
    },
    delete: async (resource, { id, previousData, meta }) => {
      await remove(resource, id, meta?.delay)
      return { data: { ...previousData, id: idOf(id) } }
    },
    deleteMany: async (resource, { ids, meta }) => {
      await Promise.all(ids.map(id => remove(resource, id, meta?.delay)))
      return { data: ids }
    },
  } as Pick<DataProvider, 'update' | 'updateMany' | 'delete' | 'deleteMany'>
}

const toValue = (row: unknown): Value => {
  const { key, label } = isObject(row) ? row : {}
  return { key: String(key), label: String(label ?? key) }
}

const special = (request: Request): Pick<PanelDataProvider, 'act' | 'values' | 'uploaded' | 'fileUrl'> => ({
  uploaded: id => request<FileDescriptor>(`/files/${encodeURIComponent(id)}`),
  act: async (resource, id, action, data) => {
    const method = resourceOf(resource).actions?.[action]?.method ?? 'POST'
    return toRecord(
      await request(`${at(resource, id)}/${action}`, method === 'GET' ? {} : { method, json: data ?? {} }),
    )
  },
  values: async collection => {
    const answer = await request(`/values/${collection}?batch=${VALUES_BATCH}`)
    return { values: rowsOf(answer).map(toValue), total: pageOf(answer).total }
  },
  fileUrl: async (resource, id, path) => {
    const answer = await request(`/dl${at(resource, id)}/${path}`)
    return isObject(answer) ? String(answer.url) : ''
  },
})

/**
 * The contract of specification §7 for react-admin. Reading and making one record is `ra-data-simple-rest`'s;
 * lists speak offset, batch, q, fsort and osort, and changes are PATCHed with their precondition.
 */
export const panelDataProvider = (backendRequest: Request): PanelDataProvider => {
  const request = failingAsHttp(backendRequest)
  const rest = simpleRest('', clientOf(request))
  return {
    ...rest,
    ...reading(request),
    ...writing(request),
    ...special(request),
    getOne: (resource, params) => rest.getOne(resource, { ...params, id: idOf(params.id) }),
    create: (resource, { data, meta }) =>
      rest.create(resource, { data: { ...toCreated(resource, data), ...meta?.also } }),
    supportAbortSignal: true,
  }
}
