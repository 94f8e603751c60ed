import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import { type Fault, findFault, isStorableText } from '~/model/text'
import { isOfApi } from './response-headers'

/** Parses JSON with or without a body; also as text/plain, which Parse clients send. */
export const addBodyParsers = (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  for (const type of ['application/json', 'text/plain'])
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    })
}

const METHODS = ['PATCH', 'DELETE', 'HEAD']

/**
 * The header X-HTTP-Method-Override of uploads, which the tus protocol requires for clients and proxies that know no PATCH. It
 * applies before the route is found, so that the rights are those of the method.
 * @returns the address, unchanged
 */
export const applyMethodOverride = (request: IncomingMessage): string => {
  const url = request.url ?? '/'
  const method = String(request.headers['x-http-method-override'] ?? '').toUpperCase()
  if (request.method === 'POST' && url.startsWith('/parse/files/') && METHODS.includes(method))
    request.method = method
  return url
}

const messages: Readonly<Record<Fault['code'], string>> = {
  invalid_text: 'contains NUL, a lone surrogate or a control character',
  too_complex: 'is too long, too large or nested too deep',
}

/** @param whole name of the validated part: an invalid key is not named, since it may not be printable */
const refusalOf = ({ code, path }: Fault, whole = 'body') => {
  const field = path || whole
  return new ApiError(code, `${field} ${messages[code]}`, {
    fields: { [field]: 'invalid' },
    params: { field },
  })
}

/**
 * @throws ApiError 400 for text that cannot be stored or values beyond the limits, anywhere in parsed JSON
 */
export const checkStorable = (value: unknown, path = '', whole = 'body') => {
  const fault = findFault(value, path)
  if (fault) throw refusalOf(fault, whole)
}

/**
 * Rejects malformed percent-encoding, which would otherwise be taken literally.
 * @throws ApiError 400
 */
const checkEncoding = ({ url }: FastifyRequest) => {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1))
  } catch {
    throw new ApiError('invalid_query', 'The query is not percent-encoded UTF-8', {
      params: { field: 'query' },
    })
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters to reject.
const control = /[\u0000-\u001f\u007f]/

const isMetadataValue = (base64: string) => {
  const text = Buffer.from(base64, 'base64').toString()
  return isStorableText(text) && !control.test(text)
}

/**
 * Upload names and types arrive base64-encoded in a header, and are sent in response headers again.
 * @throws ApiError 400
 */
const checkUploadMetadata = ({ headers }: FastifyRequest) => {
  const metadata = String(headers['upload-metadata'] ?? '')
  for (const pair of metadata.split(',')) {
    const [key = '', value = ''] = pair.trim().split(' ')
    if (!isMetadataValue(value)) throw refusalOf({ code: 'invalid_text', path: key })
  }
}

/** Rejects input that no route can store or search, before access is checked and any handler runs. */
export const validateRequests = (app: FastifyInstance) => {
  app.addHook('preValidation', async request => {
    checkStorable(request.params, '', 'path')
    checkStorable(request.body)
    if (!isOfApi(request)) return
    checkEncoding(request)
    checkStorable(request.query, '', 'query')
    checkUploadMetadata(request)
  })
}
