import { useState } from 'react'
import { type RaRecord, useGetList } from 'react-admin'
import { refOf } from '~/model/refs'
import { failed, underWay } from '~/model/video/vecto-states'
import { useActor } from '~/src/admin/actor'

/** Records of each kind that are shown. */
const SHOWN = 5
const WEEK = 7 * 86_400_000

const ended = ['completed', ...failed]

/** The statuses of work in progress, by resource. */
const working = { videos: ['pending', 'converting'], vectos: [...underWay, 'renaming'] } as const
type Kind = keyof typeof working

export type WorkRecord = { readonly resource: Kind; readonly record: RaRecord }
export type Work = { readonly records: readonly WorkRecord[]; readonly total: number }

const useOwn = (resource: Kind, filter: object) => {
  const { uid } = useActor()
  return useGetList(
    resource,
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'updatedAt', order: 'DESC' },
      filter: { createdBy: refOf('users', uid), ...filter },
    },
    { onError: () => undefined },
  )
}

type Lists = Readonly<Record<Kind, Pick<ReturnType<typeof useGetList>, 'data' | 'total'>>>

const newestFirst = (one: WorkRecord, other: WorkRecord) =>
  String(other.record.updatedAt).localeCompare(String(one.record.updatedAt))

const together = ({ videos, vectos }: Lists): Work => {
  const of = (resource: Kind, records: readonly RaRecord[] = []) =>
    records.map(record => ({ resource, record }))
  const records = [...of('videos', videos.data), ...of('vectos', vectos.data)].sort(newestFirst)
  return { records: records.slice(0, SHOWN), total: (videos.total ?? 0) + (vectos.total ?? 0) }
}

/** The user's own videos and 3D videos: in progress, and ended within a week. */
export const useWork = () => {
  // Kept while the page is open: another instant would be another query.
  const [since] = useState(() => new Date(Date.now() - WEEK).toISOString())
  const over = { status: ended, updatedAt: { gte: since } }
  const lists = [
    useOwn('videos', { status: working.videos }),
    useOwn('vectos', { status: working.vectos }),
    useOwn('videos', over),
    useOwn('vectos', over),
  ] as const
  const [videos, vectos, madeVideos, madeVectos] = lists
  return {
    inProgress: together({ videos, vectos }),
    finished: together({ videos: madeVideos, vectos: madeVectos }),
    isPending: lists.some(({ isPending }) => isPending),
    error: lists.find(({ error }) => error)?.error ?? null,
    retry: () => {
      for (const list of lists) void list.refetch()
    },
  }
}
