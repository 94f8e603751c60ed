import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow } from './cast'
import type { DemoCompany } from './companies'
import type { DemoFile } from './files/pictures'
import { pick, type Random, seeded } from './files/random'
import { type FileRow, type Kept, ownFile } from './kept'
import type { DemoUser } from './users'

type DemoMedia = { readonly record: DemoRow; readonly files: readonly FileRow[] }

const usages = ['generic', null, null, 'templateMedia', null, 'icon', 'preview', null, 'overlayIcon'] as const
const tags: readonly [string[], ...string[][]] = [
  ['exterior'],
  [],
  ['interior', '2026'],
  ['training'],
  [],
  ['draft'],
  ['signage', 'logo'],
]

const statusOf = (index: number) =>
  index % 19 === 7 ? 'pending' : index % 23 === 9 ? 'deletable' : 'completed'

const titleOf = (file: DemoFile, index: number) => {
  const title = file.name.replace(/\.[a-z0-9]+$/, '')
  return index < 70 ? title : `${title} ${1 + Math.floor(index / 70)}`
}

type Owner = { user: DemoUser; company: DemoCompany }

/** The thumbnails of an image; none for other files. */
const thumbnailRows = (uid: string, kept: Kept, user: DemoUser): FileRow[] =>
  (['thumb256', 'thumb128'] as const).flatMap(key => {
    const [from, bytes] = [kept[key], kept.file[key]]
    const field = key === 'thumb256' ? 'thumbRef256' : 'thumbRef128'
    if (!from || !bytes) return []
    const row = {
      id: newUid(),
      userUid: user.uid,
      label: `${field}.webp`,
      contentType: 'image/webp',
      size: bytes.length,
      md5: '',
      owner: `medias/${uid}`,
      field,
      from,
    }
    return [row]
  })

/** A media; a pending one has no file yet, as when an application creates the record first. */
const demoMedia = (
  index: number,
  kept: Kept,
  { user, company }: Owner,
  random: Random,
  now: Date,
): DemoMedia => {
  const uid = newUid()
  const status = statusOf(index)
  const own =
    status === 'pending'
      ? undefined
      : ownFile(kept, { owner: `medias/${uid}`, field: 'file', user: user.uid })
  const thumbs = own ? thumbnailRows(uid, kept, user) : []
  const thumb = (field: string) => thumbs.find(row => row.field === field)?.id ?? null
  const createdAt = new Date(now.getTime() - index * 0.27 * DAY - random() * 0.2 * DAY - 60_000)
  const { file, md5 } = kept
  return {
    files: own ? [own.row, ...thumbs] : [],
    record: {
      uid,
      name: titleOf(file, index),
      company: { ref: `companies/${company.uid}` },
      createdBy: { ref: `users/${user.uid}` },
      specialUsage: pick(random, usages),
      tags: pick(random, tags),
      contentType: file.contentType,
      checksum: `b64-${md5}`,
      size: file.bytes.length,
      status,
      deletableAt: status === 'deletable' ? new Date(now.getTime() + (30 + (index % 60)) * DAY) : null,
      file: own?.value ?? null,
      thumbRef256: thumb('thumbRef256'),
      thumbRef128: thumb('thumbRef128'),
      createdAt,
      updatedAt: createdAt,
    },
  }
}

const MEDIAS = 2000

/** Medias of all companies in turn, which share a few files. */
export const demoMedias = (cast: Cast, kept: readonly Kept[]): DemoMedia[] => {
  const random = seeded(2)
  return Array.from({ length: MEDIAS }, (_, index) => {
    const company = cast.companies[(index * 7) % cast.companies.length]
    const user = cast.people.find(each => each.company.ref === `companies/${company?.uid}`)
    const file = kept[(index * 13) % kept.length]
    return company && user && file ? [demoMedia(index, file, { user, company }, random, cast.now)] : []
  }).flat()
}
