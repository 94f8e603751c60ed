import { Server } from '@tus/server'
import { ApiError, type ErrorCode } from '~/model/errors'
import { errorBody, toApiError } from '~/server/platform/http/errors'

/** Errors thrown by tus. */
export type TusError = { readonly status_code?: number; readonly body?: string }

/** Maps status codes of tus to API error codes. */
const ofTus: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  409: 'upload_offset',
  410: 'not_found',
  413: 'too_large',
  423: 'upload_offset',
  500: 'server_error',
}

const codeOf = (status: number): ErrorCode => ofTus[status] ?? 'invalid_body'

/** The API error for anything that is thrown while an upload is handled. */
export const uploadError = (error: Error | TusError) =>
  'status_code' in error && error.status_code !== undefined
    ? new ApiError(codeOf(error.status_code), String(error.body).trim())
    : toApiError(error)

type Writing = Parameters<Server['write']>
type Written = ReturnType<Server['write']>

const inFormat = (status: number, body: string) =>
  body.startsWith('{') ? body : JSON.stringify(errorBody(new ApiError(codeOf(status), body.trim())))

/** tus sends refusals as plain text, some in its own words; here each has the format of the API. */
export class TusServer extends Server {
  override write(...[context, headers, status, body = '']: Writing): Written {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    if (status === 503) headers.set('Retry-After', '5')
    return super.write(context, headers, status, inFormat(status, body))
  }
}
