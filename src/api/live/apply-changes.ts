import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isObject } from '~/model/objects'
import { isResourceName, resourceNames, resourceOf } from '~/model/registry'
import type { Json } from '~/src/api/contract/records'

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

/** Every change is also an event; and a record's label is shown wherever it is linked. */
const showing = (resource: string): readonly string[] => [
  resource,
  'events',
  ...resourceNames.filter(name =>
    Object.values(resourceOf(name).fields).some(field => field.target === resource),
  ),
]

/** The resources that count the records of this one. */
const counting = (resource: string): readonly string[] =>
  isResourceName(resource) ? (resourceOf(resource).countersIn ?? []) : []

const asked = (key: QueryKey) => (isObject(key[2]) ? key[2] : {})

/**
 * A form's own query of its record, which react-admin's edit screens mark with a `meta`: changes of other
 * users must not replace values that are being edited; the conflict is reported on save.
 */
const isOfForm = (key: QueryKey) => key[1] === 'getOne' && asked(key).meta !== undefined

const isOf = (key: QueryKey, id: string) => String(asked(key).id) === id

/** True if the change invalidates this query. */
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

/** Invalidates the queries that the changes affect: refetched at once if active, otherwise on next use. */
export const refetchAffected = (queries: QueryClient, changes: readonly Change[]) => {
  const known = changes.filter(({ resource }) => isResourceName(resource))
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => known.some(change => isAffected(queryKey, change)),
  })
}

/** Refetches everything on the screen, except forms and file URLs. */
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

/** Writes a record's progress into every cached result that holds it, without a request. */
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
