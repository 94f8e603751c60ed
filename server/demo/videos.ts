import { refIn } from '~/model/refs'
import { failed, type VectoStatus, vectoMoves, vectoStatuses } from '~/model/video/processing-states'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, HOUR, linkTo, MINUTE, momentIn, momentOf, some, spread } from './cast'
import type { DemoCompany } from './companies'
import { pick, type Random, seeded } from './files/random'
import { galleryFacts } from './gallery'
import { type DemoGroup, firstGroup } from './groups'
import { type FileRow, type Kept, ownFile } from './kept'
import { publicationLog } from './logs'
import type { Gallery, VideoView } from './material'

type Worker = readonly [name: string, os: string]

const workers: readonly [Worker, ...Worker[]] = [
  ['vecto-worker-01', 'Ubuntu 24.04'],
  ['vecto-worker-02', 'Ubuntu 24.04'],
  ['render-farm-3', 'Windows Server 2022'],
]

/** The next status after a successful step. */
const nextOf = (status: string): string | undefined =>
  vectoMoves[status]?.find(next => !failed.some(each => each === next))

/** The statuses from `new` to a given one, as far as it is reached by successful steps. */
const wayTo = (status: string): string[] => {
  const way = ['new']
  for (let at: string | undefined = 'new'; at && at !== status && at !== 'completed'; ) {
    at = nextOf(at)
    if (at) way.push(at)
  }
  return way
}

const stages = ['downloading', 'trimming', 'vectorization', 'compressing'] as const

/** The statuses that a 3D video passed through up to `status`. */
const wayOf = (status: VectoStatus, index: number): string[] => {
  if (status === 'converting') return [status]
  if (status === 'renaming') return [...wayTo('completed'), status]
  if (!failed.includes(status)) return wayTo(status)
  return [...wayTo(stages[index % stages.length] ?? 'trimming'), status]
}

/** The history as workers write it: by time, the status, the worker and its operating system. */
const vectoEvents = (random: Random, way: readonly string[], from: Date) => {
  const [worker, os] = pick(random, workers)
  let at = from.getTime()
  return Object.fromEntries(
    way.map(status => {
      at += Math.round((0.2 + random() * 4) * MINUTE)
      return [new Date(at).toISOString(), { status, worker, os }]
    }),
  )
}

const VIDEOS = 80

const names = [
  'Hall d’entrée',
  'Workshop floor',
  'Terraza al mar',
  'Quai nord',
  'Operating theatre',
  'Bodega subterránea',
  'Salle des machines',
  'Rooftop walk',
  'Patio central',
  'Jardin clos',
  'Control room',
  'Escalera mayor',
  'Scène et coulisses',
] as const

/** The thumbnails of a video as its own: their rows, and the ids that the record holds. */
const thumbnailsOf = (views: readonly VideoView[], index: number, owner: string, user: string) => {
  const view = views[index % views.length]
  const own = { thumbRef480: view?.large, thumbRef128: view?.small }
  const rows: FileRow[] = []
  const ids: Record<string, string> = {}
  for (const [field, kept] of Object.entries(own)) {
    if (!kept) continue
    const { row } = ownFile(kept, { owner, field, user, label: `${field}.webp` })
    rows.push(row)
    ids[field] = row.id
  }
  return { rows, ids }
}

type DemoVideo = DemoRow & {
  readonly name: string
  readonly owner: DemoCompany
  readonly pending: boolean
}
/** Inputs of the videos: their files and thumbnails, and the groups that have access to some. */
type Stock = {
  readonly gallery: Gallery
  readonly views: readonly VideoView[]
  readonly groups: readonly DemoGroup[]
}

type MadeVideo = { readonly video: DemoVideo; readonly files: readonly FileRow[] }

const { width, height, framerate, duration, timeline } = galleryFacts

/** Facts of a prepared video. */
const probed = { width, height, framerate, duration, codec: 'h264', equirectangular: true, timeline }

const video = (
  random: Random,
  cast: Cast,
  owner: DemoCompany,
  index: number,
  { gallery, views }: Pick<Stock, 'gallery' | 'views'>,
): MadeVideo => {
  const uid = newUid()
  const pending = index % 7 === 5
  const author = pick(random, cast.crew(owner))
  const again = Math.floor(index / names.length)
  const name = `${names[index % names.length]}${again ? ` ${again + 1}` : ''}`
  const own = (field: string, kept: Kept, label: string) =>
    ownFile(kept, { owner: `videos/${uid}`, field, user: author.uid, label })
  const file = own('file', gallery.film, `${name}.mp4`)
  const made = pending
    ? {}
    : {
        lowFile: own('lowFile', gallery.film, `${name} (low).mp4`),
        poster: own('poster', gallery.poster, `${name}.jpg`),
        sprite: own('sprite', gallery.sprite, `${name} (timeline).jpg`),
      }
  const thumbnails = pending ? undefined : thumbnailsOf(views, index, `videos/${uid}`, author.uid)
  const createdAt = momentOf(random, owner, cast.now)
  return {
    files: [file.row, ...Object.values(made).map(({ row }) => row), ...(thumbnails?.rows ?? [])],
    video: {
      uid,
      name,
      company: linkTo('companies', owner),
      createdBy: linkTo('users', author),
      ...(pending ? {} : probed),
      size: file.value.size,
      pending,
      status: pending ? 'pending' : 'completed',
      file: file.value,
      ...thumbnails?.ids,
      ...Object.fromEntries(Object.entries(made).map(([field, { value }]) => [field, value])),
      createdAt,
      updatedAt: createdAt,
      owner,
    },
  }
}

/** 360° videos, some of which are still pending. */
export const demoVideos = (cast: Cast, stock: Pick<Stock, 'gallery' | 'views'>): MadeVideo[] => {
  const random = seeded(9)
  return spread(cast, VIDEOS, 12, 8).map((owner, index) => video(random, cast, owner, index, stock))
}

const VECTOS = 160

/** Most are completed; in the demo admins' companies every status occurs. */
const usual: readonly [VectoStatus, ...VectoStatus[]] = [
  'completed',
  'completed',
  'completed',
  'processing',
  'completed',
  'ko',
  'completed',
  'queued',
]

const reasons: Readonly<Record<string, readonly [[string, string], ...[string, string][]]>> = {
  ko: [
    ['unreadable_video', 'The video could not be read from second 12 on.'],
    ['not_enough_parallax', 'The camera hardly moves: there is nothing to measure depth by.'],
    ['out_of_memory', 'The worker ran out of memory.'],
  ],
  timeout: [['no_answer', 'The worker has not answered for 30 minutes.']],
}

const modes = ['accurate.video', 'fast', 'accurate.image'] as const
const parts = ['Intro', 'Plan large', 'Close-up', 'Recorrido', 'Loop', 'Vue haute'] as const

type DemoVecto = DemoRow & { readonly status: string; readonly duration: number }
type MadeVecto = { readonly vecto: DemoVecto; readonly files: readonly FileRow[] }

const { part } = galleryFacts

/** The clip range; completed vectos use the range that the demo's stereo video covers. */
const cut = (random: Random, done: boolean) => {
  const offsetStart = done ? part.from : Math.round(random() * 700) / 100
  return { offsetStart, offsetEnd: offsetStart + part.seconds, duration: part.seconds }
}

/** Engine reports for a video in good light, in a car, and from a tripod. */
const grades = [
  { grade: 'good', measured: 0.42, gradeCause: null },
  { grade: 'fair', measured: 0.18, gradeCause: 'carried' },
  { grade: 'poor', measured: 0.04, gradeCause: 'still' },
] as const

/** Fields that only a completed vecto has. */
const finished = (index: number) => ({
  version: `2.${index % 4}.0`,
  revision: 1 + (index % 3),
  ...grades[index % 5],
  timeline: { ...timeline, every: part.seconds / timeline.count },
  course: index % 3 === 0 ? 'nonLinear' : 'linear',
  engine: { name: 'vecto-engine', version: `2.${index % 4}.0`, method: index % 2 ? 'stereo' : 'depth' },
})

const vecto = (
  random: Random,
  cast: Cast,
  video: DemoVideo,
  status: VectoStatus,
  index: number,
  { gallery, views, groups }: Stock,
): MadeVecto => {
  const uid = newUid()
  const crew = cast.crew(video.owner)
  const author = pick(random, crew)
  const done = status === 'completed' || status === 'renaming'
  const name = `${video.name} – ${pick(random, parts)}`
  const owner = `vectos/${uid}`
  const own = (field: string, kept: Kept, label: string) =>
    ownFile(kept, { owner, field, user: author.uid, label })
  const files = done
    ? {
        'files.data': own('files.data', gallery.stereo, `${name}.mp4`),
        lowFile: own('lowFile', gallery.stereo, `${name} (low).mp4`),
        sprite: own('sprite', gallery.sprite, `${name} (timeline).jpg`),
      }
    : {}
  const thumbnails = done ? thumbnailsOf(views, index, owner, author.uid) : undefined
  const from = momentIn(random, video.createdAt, new Date(cast.now.getTime() - 2 * HOUR))
  const events = vectoEvents(random, wayOf(status, index), from)
  const [reasonCode, reason] = reasons[status] ? pick(random, reasons[status]) : [null, null]
  const allowed = () => (done ? some(random, crew, 1 + (index % 4)).map(user => linkTo('users', user)) : [])
  return {
    files: [...Object.values(files).map(({ row }) => row), ...(thumbnails?.rows ?? [])],
    vecto: {
      uid,
      name,
      mode: pick(random, modes),
      video: linkTo('videos', video),
      company: video.company,
      framerate: pick(random, [25, 30, 60]),
      ...cut(random, done),
      defaultAccessList: allowed(),
      accessList: allowed(),
      accessGroups: done && index % 4 === 1 ? firstGroup(groups, video.owner) : [],
      status,
      reason,
      reasonCode,
      ...Object.fromEntries(Object.entries(files).map(([field, { value }]) => [field, value])),
      ...thumbnails?.ids,
      ...(done ? finished(index) : {}),
      specialUsage: index % 11 === 3 ? 'preview' : null,
      events,
      log: done || failed.includes(status) ? publicationLog(random, from) : null,
      createdBy: linkTo('users', author),
      createdAt: from,
      updatedAt: new Date(Object.keys(events).at(-1) ?? from),
    },
  }
}

/** 3D videos of the completed videos; the demo admins' companies have some in every status. */
export const demoVectos = (cast: Cast, videos: readonly DemoVideo[], stock: Stock): MadeVecto[] => {
  const random = seeded(10)
  const ready = videos.filter(({ pending }) => !pending)
  const whole = ['Musée du Littoral', 'Costa Verde Hoteles'].map(name => cast.named(name))
  const of = (company: DemoCompany) => ready.filter(({ owner }) => owner === company)
  const make = (from: readonly DemoVideo[], index: number, status: VectoStatus) => {
    const video = from[index % from.length]
    return video ? [vecto(random, cast, video, status, index, stock)] : []
  }
  const everyStatus = whole.flatMap(company =>
    [...vectoStatuses, ...usual].flatMap((status, index) => make(of(company), index, status)),
  )
  const others = ready.filter(({ owner }) => !whole.includes(owner))
  const begun = new Set<DemoCompany | undefined>()
  const rest = Array.from({ length: VECTOS - everyStatus.length }, (_, index) => {
    const owner = others[index % others.length]?.owner
    // The first one of each company can be shared.
    const status = begun.has(owner) ? usual[index % usual.length] : 'completed'
    begun.add(owner)
    return make(others, index, status ?? 'completed')
  })
  return [...everyStatus, ...rest.flat()]
}

/** Sets the companies' used seconds from the 3D videos; the rest of the plan counts as deleted ones. */
export const countSeconds = (companies: readonly DemoCompany[], vectos: readonly DemoVecto[]): void => {
  for (const company of companies) {
    const used = vectos
      .filter(({ company: of, status }) => {
        const own = refIn(of) === `companies/${company.uid}`
        return own && !failed.some(each => each === status)
      })
      .reduce((sum, { duration }) => sum + Math.ceil(duration), 0)
    const deleted = Math.max(0, Number(company['seconds.used']) - used)
    Object.assign(company, { 'seconds.used': used + deleted, 'seconds.deleted': deleted })
  }
}
