import simpleRest from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import type { Backend, RequestOptions } from '~/src/backends/backend'
import { toHttpError } from './failures'
import { reading } from './reading'
import { idOf, toCreated, toRecord } from './records'
import { type SpecialCalls, specialCalls } from './special-calls'
import { writing } from './writing'

type Request = Backend['request']

export type PanelDataProvider = DataProvider & SpecialCalls

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
    ...specialCalls(request),
    getOne: (resource, params) => rest.getOne(resource, { ...params, id: idOf(params.id) }),
    create: (resource, { data, meta }) =>
      rest.create(resource, { data: { ...toCreated(resource, data), ...meta?.also } }),
    supportAbortSignal: true,
  }
}
