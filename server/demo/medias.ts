import { createHash } from 'node:crypto'
import { newUid } from '../identity/tokens'
import type { Values } from '../records/hooks'
import type { DemoCompany } from './companies'
import type { DemoFile } from './files/pictures'
import { pick, type Random } from './files/random'
import type { DemoUser } from './users'

/** A file that was written once and is shared by many records, under names of its own each. */
export type Kept = {
  readonly file: DemoFile
  readonly id: string
  readonly md5: string
  readonly thumb256?: string
  readonly thumb128?: string
}

export type FileRow = {
  id: string
  userUid: string
  label: string
  contentType: string
  size: number
  md5: string
  owner: string
  field: string
  from: string
}

export type DemoMedia = { readonly record: Values & { uid: string }; readonly files: readonly FileRow[] }

const DAY = 86_400_000
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

export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')

const statusOf = (index: number) =>
  index % 19 === 7 ? 'pending' : index % 23 === 9 ? 'deletable' : 'completed'

const titleOf = (file: DemoFile, index: number) => {
  const title = file.name.replace(/\.[a-z0-9]+$/, '')
  return index < 70 ? title : `${title} ${1 + Math.floor(index / 70)}`
}

type Owner = { user: DemoUser; company: DemoCompany }

const rowsOf = (uid: string, kept: Kept, user: DemoUser): FileRow[] => {
  const common = { userUid: user.uid, owner: `medias/${uid}` }
  const { file, md5 } = kept
  const thumbs = (['thumb256', 'thumb128'] as const).flatMap(key => {
    const [from, bytes] = [kept[key], file[key]]
    const field = key === 'thumb256' ? 'thumbRef256' : 'thumbRef128'
    return from && bytes
      ? [
          {
            ...common,
            id: newUid(),
            label: `${field}.webp`,
            contentType: 'image/webp',
            size: bytes.length,
            md5: '',
            field,
            from,
          },
        ]
      : []
  })
  return [
    {
      ...common,
      id: newUid(),
      label: file.name,
      contentType: file.contentType,
      size: file.bytes.length,
      md5,
      field: 'file',
      from: kept.id,
    },
    ...thumbs,
  ]
}

/** One media; a pending one still waits for its file, as when an application announces it first. */
export const demoMedia = (
  index: number,
  kept: Kept,
  { user, company }: Owner,
  random: Random,
  now: Date,
): DemoMedia => {
  const uid = newUid()
  const status = statusOf(index)
  const files = status === 'pending' ? [] : rowsOf(uid, kept, user)
  const fileRow = files[0]
  const thumb = (field: string) => files.find(row => row.field === field)?.id ?? null
  const createdAt = new Date(now.getTime() - index * 0.27 * DAY - random() * 0.2 * DAY - 60_000)
  const { file, md5 } = kept
  return {
    files,
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
      versions: index % 5,
      shares: index % 3,
      status,
      deletableAt: status === 'deletable' ? new Date(now.getTime() + (30 + (index % 60)) * DAY) : null,
      file: fileRow
        ? {
            bucket: 'local',
            ref: `files/${fileRow.id}`,
            contentType: file.contentType,
            size: file.bytes.length,
            label: file.name,
            md5Hash: md5,
            tempPath: `temp--${user.uid}--${fileRow.id}`,
          }
        : null,
      thumbRef256: thumb('thumbRef256'),
      thumbRef128: thumb('thumbRef128'),
      createdAt,
      updatedAt: createdAt,
    },
  }
}
