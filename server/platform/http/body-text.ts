import { asObject } from '~/model/objects'
/** A string property of a request body; empty if it is missing or not a string. */
export const textIn = (body: unknown, key: string) => {
  const value = asObject(body)[key]
  return typeof value === 'string' ? value : ''
}
