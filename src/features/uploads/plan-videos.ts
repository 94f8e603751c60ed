import { isPlainFile, namesOfFiles } from '~/model/content-types'
import { videoJob, videos } from '~/model/resources/videos'
import { nameOfRecording, pairFiles } from '~/model/video/insv-pair'
import { judgeFiles, type Verdict } from '~/src/features/videos/camera-files'
import type { RecordPlan } from '~/src/upload/queue/queue-item'
import { type Batch, creatorOf, finderOf } from './record-maker'

/** Why camera files make no job, as a text key. */
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

/** One 360° video per film, one job per recording of a camera with two lenses. */
export const planVideos = async (files: readonly File[], batch: Batch): Promise<RecordPlan[]> => {
  const isCamera = ({ name }: File) => isPlainFile(name)
  const jobs = await Promise.all(pairFiles(files.filter(isCamera)).map(pair => planJob(pair, batch)))
  const films = files.filter(file => !isCamera(file))
  const names = namesOfFiles(films.map(({ name }) => name))
  return [...films.map((film, at) => planFilm(film, names[at] ?? film.name, batch)), ...jobs]
}
