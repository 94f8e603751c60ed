import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDataProvider } from 'react-admin'
import type { Link } from '~/model/fields'
import { useActor } from '~/src/admin/actor'
import { useUploader } from '~/src/admin/form/use-uploader'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { isLeaving } from '~/src/api/session'
import { busyUploads } from '~/src/upload/busy-uploads'
import { checksumInWorker } from '~/src/upload/queue/checksum'
import { isUnderWay, type RecordPlan } from '~/src/upload/queue/queue-item'
import { uploadQueue } from '~/src/upload/queue/upload-queue'
import type { GivenFiles, UploadKind } from './given-files'
import { planMedias } from './plan-medias'
import { planVideos } from './plan-videos'
import type { Batch } from './record-maker'
import { useReadPreset } from './use-vecto-preset'

type Planner = (files: readonly File[], batch: Batch) => Promise<RecordPlan[]>

/** How files that are given to a list become records. */
const planners: Readonly<Record<UploadKind, Planner>> = { medias: planMedias, videos: planVideos }

const ask = (event: BeforeUnloadEvent) => {
  if (!isLeaving()) event.preventDefault()
}

/** Asks before the page is left, and before signing out, while something is under way. */
const useGuard = (busy: boolean, cancelAll: () => Promise<unknown>) => {
  useEffect(() => {
    if (!busy) return
    addEventListener('beforeunload', ask)
    busyUploads.set(cancelAll)
    return () => {
      removeEventListener('beforeunload', ask)
      busyUploads.set(undefined)
    }
  }, [busy, cancelAll])
}

/** The queue of this visit: one for all screens. */
export const useUploadQueue = () => {
  const uploader = useUploader()
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const actor = useActor()
  const order = useReadPreset()
  const [queue] = useState(() => uploadQueue(uploader, checksumInWorker))
  const items = useSyncExternalStore(queue.subscribe, queue.read)
  useGuard(items.some(isUnderWay), queue.cancelAll)
  const begin = async ({ kind, files }: GivenFiles, company: Link | null) => {
    const onCreated = (resource: string) => void queries.invalidateQueries({ queryKey: [resource] })
    queue.add(await planners[kind](files, { provider, actor, company, order, onCreated }))
  }
  return { queue, items, begin }
}
