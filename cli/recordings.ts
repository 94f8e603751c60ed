import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { isPlainFile, nameOfFile } from '~/model/content-types'
import { nameOfRecording, pairFiles } from '~/model/video/insv-pair'
import { UsageError } from './failures'

/** A file of a recording, and the field of the record that takes it. */
export type Part = {
  readonly field: 'file' | 'insv1' | 'insv2'
  readonly path: string
  readonly size: number
}

/** One 360° video to be: a film, or the one or two files of a camera. `key` changes when a file does. */
export type Recording = { readonly key: string; readonly name: string; readonly parts: readonly Part[] }

type Found = { readonly path: string; readonly name: string; readonly size: number; readonly changed: number }

const isFilm = (name: string) => /\.mp4$/i.test(name)

/** What a system hides: copies of its own, and what was deleted from a card. */
const isHidden = (path: string) => path.split(sep).some(name => /^\.|^\$RECYCLE\.BIN$/i.test(name))

const filesIn = (folder: string): Found[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(each => each.isFile() && (isFilm(each.name) || isPlainFile(each.name)))
    .filter(each => !isHidden(relative(folder, join(each.parentPath, each.name))))
    .map(each => {
      const path = join(each.parentPath, each.name)
      const { size, mtimeMs } = statSync(path)
      return { path, name: basename(path), size, changed: mtimeMs }
    })
    .sort((one, other) => one.path.localeCompare(other.path, 'en'))

const recordingOf = (folder: string, files: readonly Found[]): Recording => {
  const [front] = files
  const isCamera = isPlainFile(front?.name ?? '')
  const fields = isCamera ? (['insv1', 'insv2'] as const) : (['file'] as const)
  return {
    key: files
      .map(each => [relative(folder, each.path), each.size, Math.round(each.changed)].join(':'))
      .join('|'),
    name: (isCamera ? nameOfRecording : nameOfFile)(front?.name ?? ''),
    parts: files.flatMap(({ path, size }, index) => {
      const field = fields[index]
      return field ? [{ field, path, size }] : []
    }),
  }
}

/**
 * The recordings in a folder and the folders in it: each .mp4, and .insv files by pairs.
 * @throws UsageError if it is no folder, or holds none
 */
export const recordingsIn = (folder: string): readonly Recording[] => {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError('noFolder', { folder })
  const files = filesIn(folder)
  if (!files.length) throw new UsageError('emptyFolder', { folder })
  const cameras = files.filter(({ name }) => isPlainFile(name))
  const films = files.filter(({ name }) => !isPlainFile(name)).map(film => [film])
  return [...films, ...pairFiles(cameras)].map(each => recordingOf(folder, each))
}
