import simpleRest from 'ra-data-simple-rest'
import type { DataProvider, Identifier } from 'react-admin'
import { refOf, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Backend, RequestOptions } from '~/src/api/backend'
import { type PasswordCalls, passwordCalls } from '~/src/api/password-calls'
import { listPath, pageOf } from './lists'
import {
  calledPath,
  collectionFor,
  failingAsHttp,
  idOf,
  type Json,
  objectIn,
  placeOf,
  recordIn,
  recordPath,
  requestFailingAsHttp,
  toChanged,
  toCreated,
  toRecord,
} from './records'
import {
  type MailCalls,
  mailCalls,
  type ProcessingCalls,
  processingCalls,
  type ServiceCalls,
  type SpecialCalls,
  serviceCalls,
  specialCalls,
} from './service-calls'

/** This many uids fit in the 16 kB that servers accept for a URL. */
const MANY = 250

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

const manyOf =
  (request: Request) => async (resource: string, ids: readonly Identifier[], signal?: AbortSignal) => {
    const wanted = chunksOf([...new Set(ids.map(id => uidOf(idOf(resource, id))))], MANY)
    const pages = await Promise.all(
      wanted.map(uids => {
        const pagination = { page: 1, perPage: uids.length }
        return request(listPath(resource, { pagination, filter: { uid: uids } }), { signal })
      }),
    )
    return pages.flatMap(page => pageOf(resource, page).data)
  }

/** The value by which records of `resource` reference this one. */
const pointing = (resource: string, target: string, id: Identifier) => {
  const field = resourceOf(resource).fields[target]
  return field?.kind === 'link' && field.target && !String(id).includes('/')
    ? refOf(field.target, String(id))
    : id
}

const reading = (request: Request) => {
  const many = manyOf(request)
  return {
    getList: async (resource, params) => {
      const read = async (page: number, perPage: number) => {
        const path = listPath(resource, { ...params, pagination: { page, perPage } })
        return pageOf(resource, await request(path, { signal: params.signal }))
      }
      const { page, perPage } = params.pagination ?? { page: 1, perPage: 10 }
      const found = await read(page, perPage)
      const last = Math.ceil(found.total / perPage)
      // The page is out of range, by an old URL or after deletions: read the last page instead of going to the first.
      const isBeyond = found.data.length === 0 && found.total > 0 && page > last
      return isBeyond && !params.meta?.exact ? read(last, perPage) : found
    },
    getMany: async (resource, { ids, signal }) => ({ data: await many(resource, ids, signal) }),
    getManyReference: async (resource, { target, id, filter, signal, ...params }) =>
      pageOf(
        resource,
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
    const answer = objectIn(await request(recordPath(resource, id), { method: 'PATCH', json }))
    // Some responses hold only the changed fields: known values supply the rest.
    return { ...previous, ...data, ...toRecord(resource, answer), id: idOf(resource, id) }
  }
  const remove = (resource: string, id: Identifier, delay?: unknown) =>
    request(calledPath(resource, id), {
      method: 'DELETE',
      ...(delay === undefined ? {} : { json: { delay } }),
    })
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
      return { data: { ...previousData, id: idOf(resource, id) } }
    },
    deleteMany: async (resource, { ids, meta }) => {
      await Promise.all(ids.map(id => remove(resource, id, meta?.delay)))
      return { data: ids }
    },
  } as Pick<DataProvider, 'update' | 'updateMany' | 'delete' | 'deleteMany'>
}

type Request = Backend['request']

/** `request` is for calls that only one feature makes, from its own folder. */
export type PanelDataProvider = DataProvider & { readonly request: Request } & SpecialCalls &
  ServiceCalls &
  ProcessingCalls &
  MailCalls &
  PasswordCalls

/** The HTTP client that `ra-data-simple-rest` calls instead of fetch. */
const clientOf =
  (request: Request, attempt?: string) =>
  async (url: string, init: RequestInit & { body?: unknown } = {}) => {
    const { body, ...options } = init
    const sent: RequestOptions = body ? { ...options, json: JSON.parse(String(body)) } : options
    const json = await request(url, { ...sent, headers: undefined, ...(attempt && { attempt }) })
    return { status: 200, headers: new Headers(), body: '', json }
  }

/**
 * The contract of specification §7 for react-admin. `ra-data-simple-rest` reads and creates single records;
 * lists use offset, batch, q, fsort and osort, and updates are PATCHed with their precondition. The server
 * itself stores passwords and sends invitations unless the backend supplies its `own` calls.
 */
export const panelDataProvider = (
  backendRequest: Request,
  own: PasswordCalls & Pick<Backend, 'sendInvitation'> & Partial<Pick<Backend, 'offers'>> = passwordCalls(
    backendRequest,
  ),
): PanelDataProvider => {
  const request = requestFailingAsHttp(backendRequest)
  const rest = simpleRest('', clientOf(request))
  return {
    ...rest,
    request,
    ...reading(request),
    ...writing(request),
    ...specialCalls(request, own.offers ?? (() => true)),
    ...serviceCalls(request, own.sendInvitation && failingAsHttp(own.sendInvitation)),
    ...processingCalls(request),
    ...mailCalls(request),
    requestPasswordReset: failingAsHttp(own.requestPasswordReset),
    changePassword: failingAsHttp(own.changePassword),
    getOne: async (resource, params) => {
      const { collection, id } = placeOf(resource, params.id)
      const { data } = await rest.getOne(collection, { ...params, id })
      return { data: recordIn(resource, data) as typeof data }
    },
    create: async (resource, { data, meta }) => {
      const sent = { ...toCreated(resource, data), ...meta?.also }
      const { create } = simpleRest('', clientOf(request, meta?.attempt))
      const { data: made } = await create(collectionFor(resource, data), { data: sent })
      return { data: recordIn(resource, made) as typeof made }
    },
    supportAbortSignal: true,
  }
}
