import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useDataProvider } from 'react-admin'
import { isPlainFile, namesOfFiles } from '~/model/content-types'
import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { refIn } from '~/model/refs'
import { medias } from '~/model/resources/medias'
import { videoJob, videos } from '~/model/resources/videos'
import type { VectoOrder } from '~/model/vecto-order'
import { nameOfRecording, pairFiles } from '~/model/video/insv-pair'
import { startingValues } from '~/src/admin/form/form-fields'
import { useUploader } from '~/src/admin/form/use-uploader'
import { pathTo } from '~/src/admin/paths'
import { useActor } from '~/src/admin/rights'
import type { PanelRecord } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { Json } from '~/src/api/contract/records'
import { isLeaving } from '~/src/api/session'
import { judgeFiles, type Verdict } from '~/src/features/videos/camera-files'
import { busyUploads } from '~/src/upload/busy-uploads'
import { checksumInWorker } from '~/src/upload/queue/checksum'
import { isUnderWay, type RecordLink, type RecordPlan } from '~/src/upload/queue/queue-item'
import { uploadQueue } from '~/src/upload/queue/upload-queue'
import type { GivenFiles, UploadKind } from './given-files'
import { useReadPreset } from './vecto-preset'

/** Properties shared by the records of one batch. `company`: null if it is the user's own. */
type Batch = {
  readonly provider: PanelDataProvider
  readonly actor: Actor
  readonly company: Link | null
  /** The 3D video ordered with each 360° video that is created from now on. */
  readonly order: () => VectoOrder | undefined
  readonly onCreated: (resource: string) => void
}

const linkOf = (resource: string, record: PanelRecord): RecordLink => ({
  label: String(record.name),
  to: pathTo(resource, 'show', record.id) ?? '/',
  id: String(record.id),
})

/**
 * Finds a record of a resource by the checksum of a file. `kept`: the field that stores the checksum after files are
 * deleted.
 */
const finderOf =
  ({ provider }: Batch, resource: string, kept?: string): RecordPlan['find'] =>
  async (field, md5Hash, ref) => {
    const { data } = await provider.getList<PanelRecord>(resource, {
      pagination: { page: 1, perPage: ref ? 100 : 1 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { [kept ?? `${field}.md5Hash`]: md5Hash },
    })
    const found = ref ? data.find(record => refIn(record[field]) === ref) : data[0]
    return found && linkOf(resource, found)
  }

/** Creates a record as its form does: with the declared defaults and the company. */
const creatorOf =
  (
    { provider, actor, company, onCreated }: Batch,
    resource: Resource,
    post?: (data: Json) => Promise<PanelRecord>,
  ) =>
  async (values: Json) => {
    const data = { ...startingValues(resource, actor, company), ...values }
    const send = async () => {
      const meta = { also: resource.createDefaults }
      return (await provider.create<PanelRecord>(resource.name, { data, meta })).data
    }
    const made = await (post ? post(data) : send())
    onCreated(resource.name)
    return linkOf(resource.name, made)
  }

/** One media per file. */
const planMedias = async (files: readonly File[], batch: Batch): Promise<RecordPlan[]> => {
  const create = creatorOf(batch, medias)
  const names = namesOfFiles(files.map(({ name }) => name))
  return files.map((file, at) => ({
    name: names[at] ?? file.name,
    resource: medias.name,
    parts: [{ field: 'file', file, accept: medias.fields.file.accept }],
    find: finderOf(batch, medias.name),
    create: (name, { file: sent }) =>
      create({ name, file: sent, contentType: sent?.contentType, checksum: `b64-${sent?.md5Hash}` }),
  }))
}

/** The reason camera files make no job, as a text key. */
const problemOf = (verdict: Verdict) => {
  if ('files' in verdict || ('waiting' in verdict && verdict.mayBeWhole)) return undefined
  const refusal = 'refusal' in verdict ? verdict.refusal : 'one_lens'
  return refusal.startsWith('pair_names') || refusal === 'both_lenses' || refusal === 'too_many'
    ? `resources.videos.files.${refusal}`
    : `reasons.${refusal}`
}

const ordered = ({ order }: Batch) => {
  const autoVecto = order()
  return autoVecto && { autoVecto }
}

const planJob = async (files: readonly File[], batch: Batch): Promise<RecordPlan> => {
  const [front, back] = files
  const create = creatorOf(batch, videoJob, batch.provider.createVideoJob)
  const { accept } = videoJob.fields.insv1 ?? {}
  return {
    name: nameOfRecording(front?.name ?? ''),
    resource: videos.name,
    problem: problemOf(await judgeFiles(files)),
    parts: [
      ...(front ? [{ field: 'insv1', file: front, accept }] : []),
      ...(back ? [{ field: 'insv2', file: back, accept }] : []),
    ],
    find: finderOf(batch, videos.name, 'cameraChecksum'),
    create: (name, sent) => create({ name, ...sent, ...ordered(batch) }),
  }
}

const planFilm = (file: File, title: string, batch: Batch): RecordPlan => {
  const create = creatorOf(batch, videos)
  return {
    name: title,
    resource: videos.name,
    parts: [{ field: 'file', file, accept: videos.fields.file.accept }],
    find: finderOf(batch, videos.name),
    create: (name, sent) => create({ name, ...sent, ...ordered(batch) }),
  }
}

/** One 360° video per video file, one job per recording of a camera with two lenses. */
export const planVideos = async (files: readonly File[], batch: Batch): Promise<RecordPlan[]> => {
  const isCamera = ({ name }: File) => isPlainFile(name)
  const jobs = await Promise.all(pairFiles(files.filter(isCamera)).map(pair => planJob(pair, batch)))
  const films = files.filter(file => !isCamera(file))
  const names = namesOfFiles(films.map(({ name }) => name))
  return [...films.map((film, at) => planFilm(film, names[at] ?? film.name, batch)), ...jobs]
}

type Planner = (files: readonly File[], batch: Batch) => Promise<RecordPlan[]>

/** Functions that plan the records of the files, by list. */
const planners: Readonly<Record<UploadKind, Planner>> = { medias: planMedias, videos: planVideos }

const ask = (event: BeforeUnloadEvent) => {
  if (!isLeaving()) event.preventDefault()
}

/** Prompts before the page is left, and before signing out, while an upload is in progress. */
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
