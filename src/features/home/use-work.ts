import { useState } from 'react'
import { type RaRecord, useGetList } from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import { inCompany } from '~/model/company-filter'
import type { Filters } from '~/model/lists/list-address'
import { tabOf } from '~/model/lists/list-tab'
import { refOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { begun } from '~/model/resources/videos'
import { failed } from '~/model/video/vecto-states'
import { useActor } from '~/src/admin/actor'
import { useChosenCompany } from '~/src/admin/chosen-company'
import { listLink } from '~/src/admin/list/list-link'

/** Records of each list that are shown. */
const SHOWN = 5
const WEEK = 7 * 86_400_000

/** Tabs of the lists of videos that work is in, with what narrows them to it. */
const lists = {
  preparing: { resource: 'videos', tab: 'pending', status: { status: begun }, over: false },
  making: { resource: 'vectos', tab: 'progressScenes', status: {}, over: false },
  prepared: { resource: 'videos', tab: 'completed', status: {}, over: true },
  unprepared: { resource: 'videos', tab: 'pending', status: { status: failed }, over: true },
  made: { resource: 'vectos', tab: 'completedScenes', status: {}, over: true },
  unmade: { resource: 'vectos', tab: 'failedScenes', status: {}, over: true },
} as const
type ListName = keyof typeof lists

export type WorkRecord = { readonly resource: 'videos' | 'vectos'; readonly record: RaRecord }
export type WorkList = {
  readonly resource: WorkRecord['resource']
  readonly tab: string
  readonly total: number
  /** The list of exactly these; undefined if it opens for one company at a time. */
  readonly link: string | undefined
}
export type Work = {
  readonly records: readonly WorkRecord[]
  readonly total: number
  readonly lists: readonly WorkList[]
}

/** What a list is narrowed to: the user's own, of the last week if they are over. */
const useOwnFilter = () => {
  const { uid } = useActor()
  // Kept while the page is open: another instant would be another query.
  const [since] = useState(() => new Date(Date.now() - WEEK).toISOString())
  return (name: ListName): Filters => ({
    createdBy: refOf('users', uid),
    ...lists[name].status,
    ...(lists[name].over && { updatedAt: { gte: since } }),
  })
}

const useOwn = (name: ListName) => {
  const { resource, tab } = lists[name]
  const definition = resourceOf(resource)
  const company = useChosenCompany()?.ref
  const isClosed = mustChooseCompany(definition, useActor()) && !company
  const filter = useOwnFilter()(name)
  const answer = useGetList(
    resource,
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'updatedAt', order: 'DESC' },
      filter: { ...filter, ...inCompany(definition, company), ...tabOf(definition, tab).filter },
    },
    { onError: () => undefined },
  )
  return { ...answer, resource, tab, link: isClosed ? undefined : listLink(resource, filter, tab) }
}

type Own = ReturnType<typeof useOwn>

const newestFirst = (one: WorkRecord, other: WorkRecord) =>
  String(other.record.updatedAt ?? '').localeCompare(String(one.record.updatedAt ?? ''))

const together = (...owns: readonly Own[]): Work => {
  const found = owns.map(({ total = 0, ...own }) => ({ ...own, total })).filter(({ total }) => total > 0)
  const records = owns.flatMap(({ resource, data = [] }) => data.map(record => ({ resource, record })))
  return {
    records: records.sort(newestFirst).slice(0, SHOWN),
    total: found.reduce((sum, { total }) => sum + total, 0),
    lists: found,
  }
}

/** The user's own videos and 3D videos, of the company that lists are narrowed to: in progress, and ended within a week. */
export const useWork = () => {
  const underWay = [useOwn('preparing'), useOwn('making')]
  const over = [useOwn('prepared'), useOwn('unprepared'), useOwn('made'), useOwn('unmade')]
  const all = [...underWay, ...over]
  return {
    inProgress: together(...underWay),
    finished: together(...over),
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const list of all) void list.refetch()
    },
  }
}
