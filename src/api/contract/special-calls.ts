import type { Identifier } from 'react-admin'
import { type FileDescriptor, isFile } from '~/model/fields'
import { isObject, textIn } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { intercepted } from '~/src/api/answer'
import type { Backend } from '~/src/api/backend'
import { objectIn, toHttpError } from './failures'
import { countOf, rowsOf } from './lists'
import { type Json, type PanelRecord, recordPath, toRecord } from './records'

type Request = Backend['request']

/** An entry of a value list, `GET values/{collection}`. */
export type Value = { readonly key: string; readonly label: string }

/** Calls that react-admin's data provider does not define. */
export type SpecialCalls = {
  /** An action of the definition: restore, regenerate … */
  readonly act: (resource: string, id: Identifier, action: string, data?: Json) => Promise<PanelRecord>
  readonly values: (collection: string) => Promise<{ values: Value[]; total: number }>
  /** The descriptor of a finished upload. */
  readonly uploaded: (uploadId: string) => Promise<FileDescriptor>
  /** A signed URL of a record's file, valid for a day. */
  readonly fileUrl: (resource: string, id: Identifier, path: string) => Promise<string>
  /** The same for a file that the panel displays itself, which does not count as a download. */
  readonly shownUrl: (resource: string, id: Identifier, path: string) => Promise<string>
  /** A field that has its own endpoint because it is too large for its record. */
  readonly part: (resource: string, id: Identifier, key: string) => Promise<unknown>
}

const VALUES_BATCH = 100

const toValue = (row: unknown): Value => {
  const { key, label } = isObject(row) ? row : {}
  return { key: String(key), label: String(label ?? key) }
}

const urlUnder =
  (request: Request, address: 'dl' | 'dl2') => async (resource: string, id: Identifier, path: string) => {
    const url = textIn(await request(`/${address}${recordPath(resource, id)}/${path}`), 'url')
    if (url === undefined) throw toHttpError(intercepted('The answer holds no address'))
    return url
  }

export const specialCalls = (request: Request): SpecialCalls => ({
  uploaded: async id => {
    const file = await request<FileDescriptor>(`/files/${encodeURIComponent(id)}`)
    if (!isFile(file)) throw toHttpError(intercepted('The answer describes no file'))
    return file
  },
  act: async (resource, id, action, data) => {
    const method = resourceOf(resource).actions?.[action]?.method ?? 'POST'
    const answer = await request(
      `${recordPath(resource, id)}/${action}`,
      method === 'GET' ? {} : { method, json: data ?? {} },
    )
    return toRecord(resource, objectIn(answer))
  },
  values: async collection => {
    const answer = await request(`/values/${collection}?batch=${VALUES_BATCH}`)
    return { values: rowsOf(answer).map(toValue), total: countOf(answer) }
  },
  fileUrl: urlUnder(request, 'dl'),
  shownUrl: urlUnder(request, 'dl2'),
  part: (resource, id, key) => request(`${recordPath(resource, id)}/${key}`),
})
