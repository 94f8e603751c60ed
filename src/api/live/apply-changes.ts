import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isResourceName, resourceNames, resourceOf } from '~/model/registry'
import { isObject, type Json } from '~/src/api/contract/records'

export type Change = {
  readonly resource: string
  readonly id: string
  readonly op: 'create' | 'update' | 'delete'
}
export type Progress = {
  readonly resource: string
  readonly id: string
  readonly progress: unknown
  readonly status?: string | undefined
}

/** What happens is also an event; and a record's name shows wherever it is linked to. */
const showing = (resource: string): readonly string[] => [
  resource,
  'events',
  ...resourceNames.filter(name =>
    Object.values(resourceOf(name).fields).some(field => field.target === resource),
  ),
]

/** A company's counters move with what it owns. */
const counting = (resource: string) => (resource === 'vectos' || resource === 'users' ? ['companies'] : [])

const asked = (key: QueryKey) => (isObject(key[2]) ? key[2] : {})

/**
 * A form's own reading of its record, which react-admin's edit screens mark with a `meta`: what another saves
 * meanwhile must not slip under what is being typed, it is told when one saves.
 */
const isOfForm = (key: QueryKey) => key[1] === 'getOne' && asked(key).meta !== undefined

const isOf = (key: QueryKey, id: string) => String(asked(key).id) === id

/** Must the answer to this query be asked for again after the change? */
export const isAffected = (key: QueryKey, { resource, id, op }: Change) => {
  if (isOfForm(key)) return false
  const [name, kind] = key
  if (kind === 'getOne' || kind === 'part')
    return (
      (name === resource && isOf(key, id) && op !== 'delete') || counting(resource).includes(String(name))
    )
  const lists = kind === 'getList' || kind === 'getMany' || kind === 'getManyReference'
  return lists && [...showing(resource), ...counting(resource)].includes(String(name))
}

/** Asks again for what the changes touch: at once where it is on the screen, else when it is next wanted. */
export const refetchAffected = (queries: QueryClient, changes: readonly Change[]) => {
  const known = changes.filter(({ resource }) => isResourceName(resource))
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => known.some(change => isAffected(queryKey, change)),
  })
}

/** Asks again for everything on the screen. */
export const refetchAll = (queries: QueryClient) =>
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => !isOfForm(queryKey) && queryKey[1] !== 'shown',
  })

const patched = (record: Json, { id, progress, status }: Progress): Json =>
  record.id === id ? { ...record, progress, ...(status === undefined ? {} : { status }) } : record

const inAnswer = (answer: unknown, message: Progress) => {
  if (!isObject(answer)) return answer
  const { data } = answer
  if (!Array.isArray(data)) return patched(answer, message)
  return data.some(row => isObject(row) && row.id === message.id)
    ? { ...answer, data: data.map(row => (isObject(row) ? patched(row, message) : row)) }
    : answer
}

/** Writes how far a record is into every answer that holds it, without asking anything. */
export const noteProgress = (queries: QueryClient, message: Progress) => {
  queries.setQueriesData(
    {
      predicate: ({ queryKey }) =>
        queryKey[0] === message.resource &&
        ['getOne', 'getList', 'getManyReference'].includes(String(queryKey[1])) &&
        !isOfForm(queryKey),
    },
    (answer: unknown) => inAnswer(answer, message),
  )
}
