import type { Identifier } from 'react-admin'
import type { FileDescriptor } from '~/model/fields'
import { isObject } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import type { Backend } from '~/src/api/backend'
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
    const answer = await request(`/${address}${recordPath(resource, id)}/${path}`)
    return isObject(answer) ? String(answer.url) : ''
  }

export const specialCalls = (request: Request): SpecialCalls => ({
  uploaded: id => request<FileDescriptor>(`/files/${encodeURIComponent(id)}`),
  act: async (resource, id, action, data) => {
    const method = resourceOf(resource).actions?.[action]?.method ?? 'POST'
    return toRecord(
      resource,
      await request(
        `${recordPath(resource, id)}/${action}`,
        method === 'GET' ? {} : { method, json: data ?? {} },
      ),
    )
  },
  values: async collection => {
    const answer = await request(`/values/${collection}?batch=${VALUES_BATCH}`)
    return { values: rowsOf(answer).map(toValue), total: countOf(answer) }
  },
  fileUrl: urlUnder(request, 'dl'),
  shownUrl: urlUnder(request, 'dl2'),
  part: (resource, id, key) => request(`${recordPath(resource, id)}/${key}`),
})
