import { asObject } from '~/model/objects'
/** A text of a request's body; empty where there is none. */
export const textIn = (body: unknown, key: string) => {
  const value = asObject(body)[key]
  return typeof value === 'string' ? value : ''
}
