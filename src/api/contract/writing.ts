import type { DataProvider, Identifier } from 'react-admin'
import type { Backend } from '~/src/api/backend'
import { objectIn } from './failures'
import { calledPath, idOf, type Json, recordPath, toChanged, toRecord } from './records'

type Request = Backend['request']

export const writing = (request: Request) => {
  const change = async (resource: string, id: Identifier, data: Json, previous: Json, more?: Json) => {
    const json = { ...toChanged(resource, data, previous), ...more }
    const answer = objectIn(await request(recordPath(resource, id), { method: 'PATCH', json }))
    // Some responses hold only the changed fields: known values supply the rest.
    return { ...previous, ...data, ...toRecord(resource, answer), id: idOf(resource, id) }
  }
  const remove = (resource: string, id: Identifier, delay?: unknown) =>
    request(calledPath(resource, id), {
      method: 'DELETE',
      ...(delay === undefined ? {} : { json: { delay } }),
    })
  return {
    update: async (resource, { id, data, previousData = {}, meta }) => ({
      data: await change(resource, id, data, previousData, meta?.also),
    }),
    updateMany: async (resource, { ids, data }) => {
      await Promise.all(ids.map(id => change(resource, id, data, {})))
      return { data: ids }
    },
    delete: async (resource, { id, previousData, meta }) => {
      await remove(resource, id, meta?.delay)
      return { data: { ...previousData, id: idOf(resource, id) } }
    },
    deleteMany: async (resource, { ids, meta }) => {
      await Promise.all(ids.map(id => remove(resource, id, meta?.delay)))
      return { data: ids }
    },
  } as Pick<DataProvider, 'update' | 'updateMany' | 'delete' | 'deleteMany'>
}
