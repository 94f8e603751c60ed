import { isObject } from './objects'

/** Is this the body of a refusal by the API? Every one has a code; the pages of proxies have none. */
export const isOfApi = (body: unknown): body is Record<string, unknown> => isObject(body) && 'code' in body
