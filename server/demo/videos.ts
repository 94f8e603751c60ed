import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, linkTo, momentOf, spread } from './cast'
import type { DemoCompany } from './companies'
import { pick, type Random, seeded } from './files/random'
import { galleryFacts } from './films/gallery'
import { type FileRow, type Kept, ownFile } from './kept'
import type { Gallery } from './material'

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

export type DemoVideo = DemoRow & {
  readonly name: string
  readonly owner: DemoCompany
  readonly pending: boolean
}
type Made = { readonly video: DemoVideo; readonly files: readonly FileRow[] }

const { width, height, framerate, duration, timeline } = galleryFacts

/** Facts of a prepared video. */
const probed = { width, height, framerate, duration, codec: 'h264', equirectangular: true, timeline }

const video = (random: Random, cast: Cast, owner: DemoCompany, index: number, gallery: Gallery): Made => {
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
  const createdAt = momentOf(random, owner, cast.now)
  return {
    files: [file.row, ...Object.values(made).map(({ row }) => row)],
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
      ...Object.fromEntries(Object.entries(made).map(([field, { value }]) => [field, value])),
      createdAt,
      updatedAt: createdAt,
      owner,
    },
  }
}

/** 360° videos, some of which are still pending. */
export const demoVideos = (cast: Cast, gallery: Gallery): Made[] => {
  const random = seeded(9)
  return spread(cast, VIDEOS, 12, 8).map((owner, index) => video(random, cast, owner, index, gallery))
}
