import type { DataProvider, Identifier } from 'react-admin'
import { refOf, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Backend } from '~/src/api/backend'
import { listPath, pageOf } from './lists'
import { idOf } from './records'

type Request = Backend['request']

/** This many uids fit in the 16 kB that servers accept for a URL. */
const MANY = 250

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )

const manyOf =
  (request: Request) => async (resource: string, ids: readonly Identifier[], signal?: AbortSignal) => {
    const wanted = chunksOf([...new Set(ids.map(id => uidOf(idOf(resource, id))))], MANY)
    const pages = await Promise.all(
      wanted.map(uids => {
        const pagination = { page: 1, perPage: uids.length }
        return request(listPath(resource, { pagination, filter: { uid: uids } }), { signal })
      }),
    )
    return pages.flatMap(page => pageOf(resource, page).data)
  }

/** The value by which records of `resource` reference this one. */
const pointing = (resource: string, target: string, id: Identifier) => {
  const field = resourceOf(resource).fields[target]
  return field?.kind === 'link' && field.target && !String(id).includes('/')
    ? refOf(field.target, String(id))
    : id
}

export const reading = (request: Request) => {
  const many = manyOf(request)
  return {
    getList: async (resource, params) => {
      const read = async (page: number, perPage: number) => {
        const path = listPath(resource, { ...params, pagination: { page, perPage } })
        return pageOf(resource, await request(path, { signal: params.signal }))
      }
      const { page, perPage } = params.pagination ?? { page: 1, perPage: 10 }
      const found = await read(page, perPage)
      const last = Math.ceil(found.total / perPage)
      // Of an address or a page whose records were deleted: the last page follows, rather than the first.
      const isBeyond = found.data.length === 0 && found.total > 0 && page > last
      return isBeyond && !params.meta?.exact ? read(last, perPage) : found
    },
    getMany: async (resource, { ids, signal }) => ({ data: await many(resource, ids, signal) }),
    getManyReference: async (resource, { target, id, filter, signal, ...params }) =>
      pageOf(
        resource,
        await request(
          listPath(resource, { ...params, filter: { ...filter, [target]: pointing(resource, target, id) } }),
          { signal },
        ),
      ),
  } as Pick<DataProvider, 'getList' | 'getMany' | 'getManyReference'>
}
