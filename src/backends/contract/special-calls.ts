import type { Identifier } from 'react-admin'
import type { FileDescriptor } from '~/model/fields'
import { resourceOf } from '~/model/registry'
import type { Backend } from '~/src/backends/backend'
import { countOf, rowsOf } from './lists'
import { isObject, type Json, type PanelRecord, recordPath, toRecord } from './records'

type Request = Backend['request']

/** One of a value list, `GET values/{collection}`. */
export type Value = { readonly key: string; readonly label: string }

/** The calls that react-admin has no word for. */
export type SpecialCalls = {
  /** An action of the definition: restore, regenerate … */
  readonly act: (resource: string, id: Identifier, action: string, data?: Json) => Promise<PanelRecord>
  readonly values: (collection: string) => Promise<{ values: Value[]; total: number }>
  /** What became of a finished upload. */
  readonly uploaded: (uploadId: string) => Promise<FileDescriptor>
  /** A signed address of a record's file, valid for a day. */
  readonly fileUrl: (resource: string, id: Identifier, path: string) => Promise<string>
}

const VALUES_BATCH = 100

const toValue = (row: unknown): Value => {
  const { key, label } = isObject(row) ? row : {}
  return { key: String(key), label: String(label ?? key) }
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
  fileUrl: async (resource, id, path) => {
    const answer = await request(`/dl${recordPath(resource, id)}/${path}`)
    return isObject(answer) ? String(answer.url) : ''
  },
})
