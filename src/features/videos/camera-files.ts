import { type InsvFile, isMarked, orderPair, type PairProblem, pairProblem } from '~/model/video/insv-pair'
import { Mp4Error, readMp4 } from '~/model/video/mp4'
import { isEquirectangular } from '~/model/video/picture-shape'

/** Why files are refused, as a text key. */
export type Refusal = PairProblem | 'unreadable_video' | 'truncated' | 'no_video' | 'too_many' | 'both_lenses'

/** `waiting`: the file holds one lens only, and the other file is awaited; `mayBeWhole`: unless it holds both. */
export type Verdict =
  | { readonly files: readonly [front: File, back?: File] }
  | { readonly waiting: File; readonly mayBeWhole?: boolean }
  | { readonly refusal: Refusal; readonly name?: string }

const pictures = ({ tracks }: InsvFile) => tracks.filter(({ kind }) => kind === 'video')

/** Two tracks hold both lenses. */
const holdsBoth = (look: InsvFile) => pictures(look).length > 1

/** A frame of two squares may hold both lenses side by side. */
const mayHoldBoth = (look: InsvFile) => pictures(look).some(isEquirectangular)

/** Reads the headers of a file, never its video data. */
const look = async (file: File): Promise<InsvFile> => {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const { tracks } = await readMp4(read, file.size)
  return { name: file.name, tracks }
}

const refusalOf = (error: unknown): Refusal =>
  error instanceof Mp4Error && error.code === 'truncated' ? 'truncated' : 'unreadable_video'

const judgePair = (one: File, other: File, looks: readonly InsvFile[]): Verdict => {
  if (looks.some(holdsBoth)) return { refusal: 'both_lenses' }
  const [front, back] = orderPair(one, other) ?? [one, other]
  const [first, second] = front === one ? looks : [...looks].reverse()
  const refusal = first && second && pairProblem(first, second)
  return refusal ? { refusal } : { files: [front, back] }
}

/** Checks whether camera files can be stitched, from their names and headers, before anything is uploaded. */
export const judgeFiles = async (files: readonly File[]): Promise<Verdict> => {
  const [one, other, ...more] = files
  if (!one || more.length > 0) return { refusal: 'too_many' }
  const looks: InsvFile[] = []
  for (const file of other ? [one, other] : [one]) {
    try {
      looks.push(await look(file))
    } catch (error) {
      return { refusal: refusalOf(error), name: file.name }
    }
  }
  const silent = looks.find(each => pictures(each).length === 0)
  if (silent) return { refusal: 'no_video', name: silent.name }
  if (other) return judgePair(one, other, looks)
  if (looks.some(holdsBoth)) return { files: [one] }
  const mayBeWhole = looks.some(mayHoldBoth)
  // A name of one lens promises another file; cameras give it to recordings with both lenses, too.
  return mayBeWhole && !isMarked(one.name)
    ? { files: [one] }
    : { waiting: one, ...(mayBeWhole && { mayBeWhole }) }
}
