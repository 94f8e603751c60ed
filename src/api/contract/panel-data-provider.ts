import simpleRest from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import type { Backend, RequestOptions } from '~/src/api/backend'
import { type PasswordCalls, passwordCalls } from '~/src/api/password-calls'
import { failingAsHttp, requestFailingAsHttp } from './failures'
import { type MailCalls, mailCalls } from './mail-calls'
import { type ProcessingCalls, processingCalls } from './processing-calls'
import { reading } from './reading'
import { collectionFor, placeOf, recordIn, toCreated } from './records'
import { type ServiceCalls, serviceCalls } from './service-calls'
import { type SpecialCalls, specialCalls } from './special-calls'
import { writing } from './writing'

type Request = Backend['request']

/** `request`: for calls that belong to one feature, and are made there. */
export type PanelDataProvider = DataProvider & { readonly request: Request } & SpecialCalls &
  ServiceCalls &
  ProcessingCalls &
  MailCalls &
  PasswordCalls

/** The HTTP client that `ra-data-simple-rest` calls in place of fetch. */
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
  own: PasswordCalls & Pick<Backend, 'sendInvitation'> = passwordCalls(backendRequest),
): PanelDataProvider => {
  const request = requestFailingAsHttp(backendRequest)
  const rest = simpleRest('', clientOf(request))
  return {
    ...rest,
    request,
    ...reading(request),
    ...writing(request),
    ...specialCalls(request),
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
