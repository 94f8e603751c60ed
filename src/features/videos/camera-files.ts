import { type InsvFile, orderPair, type PairProblem, pairProblem } from '~/model/video/insv-pair'
import { Mp4Error, readMp4 } from '~/model/video/mp4'

/** Why files are refused, as a text key. */
export type Refusal = PairProblem | 'unreadable_video' | 'truncated' | 'no_video' | 'too_many' | 'both_lenses'

/** `waiting`: the file holds one lens only, and the other file is awaited. */
export type Verdict =
  | { readonly files: readonly [front: File, back?: File] }
  | { readonly waiting: File }
  | { readonly refusal: Refusal; readonly name?: string }

const pictures = ({ tracks }: InsvFile) => tracks.filter(({ kind }) => kind === 'video').length

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
  if (looks.some(each => pictures(each) > 1)) return { refusal: 'both_lenses' }
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
  const silent = looks.find(each => pictures(each) === 0)
  if (silent) return { refusal: 'no_video', name: silent.name }
  if (other) return judgePair(one, other, looks)
  return looks.some(each => pictures(each) > 1) ? { files: [one] } : { waiting: one }
}
