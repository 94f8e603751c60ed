import { newUid } from '../identity/tokens'
import { type Cast, type DemoRow, linkTo, momentOf, spread } from './cast'
import type { DemoCompany } from './companies'
import { pick, type Random, seeded } from './files/random'
import { type FileRow, type Kept, ownFile } from './kept'

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

type Size = readonly [width: number, height: number]

const sizes: readonly [Size, ...Size[]] = [
  [3840, 1920],
  [5760, 2880],
  [7680, 3840],
]
/** Megabytes for a second of such a film. */
const RATE = 7.5e6

export type DemoVideo = DemoRow & {
  readonly name: string
  readonly owner: DemoCompany
  readonly pending: boolean
}
type Made = { readonly video: DemoVideo; readonly files: readonly FileRow[] }

/** What probing a 360° film of a few minutes says. The demo's own file is a short clip for all. */
const probed = (random: Random) => {
  const [width, height] = pick(random, sizes)
  const duration = Math.round((45 + random() * 375) * 100) / 100
  return { width, height, duration, size: Math.round(duration * RATE * (width / 5760)) }
}

const video = (random: Random, cast: Cast, owner: DemoCompany, index: number, clip: Kept): Made => {
  const uid = newUid()
  const pending = index % 7 === 5
  const author = pick(random, cast.crew(owner))
  const again = Math.floor(index / names.length)
  const name = `${names[index % names.length]}${again ? ` ${again + 1}` : ''}`
  const own = (field: string, label: string) =>
    ownFile(clip, { owner: `videos/${uid}`, field, user: author.uid, label })
  const file = own('file', `${name}.mp4`)
  const lowFile = pending ? undefined : own('lowFile', `${name} (low).mp4`)
  const createdAt = momentOf(random, owner, cast.now)
  return {
    files: lowFile ? [file.row, lowFile.row] : [file.row],
    video: {
      uid,
      name,
      company: linkTo('companies', owner),
      createdBy: linkTo('users', author),
      ...(pending ? { width: null, height: null, duration: null, size: file.value.size } : probed(random)),
      pending,
      status: pending ? 'pending' : 'completed',
      file: file.value,
      lowFile: lowFile?.value ?? null,
      createdAt,
      updatedAt: createdAt,
      owner,
    },
  }
}

/** 360° videos, some of which still wait to be probed. */
export const demoVideos = (cast: Cast, clip: Kept): Made[] => {
  const random = seeded(9)
  return spread(cast, VIDEOS, 12, 8).map((owner, index) => video(random, cast, owner, index, clip))
}
