import { BULK_CHUNK } from '~/model/bulk'
import type { BulkAnswer, BulkPart } from '~/src/api/contract/bulk-calls'

export const nothingYet: BulkAnswer = { done: [], left: [], undo: [] }

const keyOf = ({ uids: _, ...rest }: BulkPart) => JSON.stringify(rest)

/** Parts that do the same become one. */
const joined = (parts: readonly BulkPart[]): BulkPart[] => {
  const byKey = new Map<string, BulkPart>()
  for (const part of parts) {
    const same = byKey.get(keyOf(part))
    byKey.set(keyOf(part), same ? { ...same, uids: [...same.uids, ...part.uids] } : part)
  }
  return [...byKey.values()]
}

const both = (one: BulkAnswer, other: BulkAnswer): BulkAnswer => ({
  done: [...one.done, ...other.done],
  left: [...one.left, ...other.left],
  undo: joined([...one.undo, ...other.undo]),
})

const chunksOf = ({ uids, ...rest }: BulkPart): BulkPart[] =>
  Array.from({ length: Math.ceil(uids.length / BULK_CHUNK) }, (_, at) => ({
    ...rest,
    uids: uids.slice(at * BULK_CHUNK, (at + 1) * BULK_CHUNK),
  }))

type Run = {
  readonly parts: readonly BulkPart[]
  readonly send: (chunk: BulkPart) => Promise<BulkAnswer>
  /** Hears of everything that was done so far, after each chunk. */
  readonly onProgress: (answer: BulkAnswer) => void
  /** Asked before each chunk: what is under way is waited for, so that nothing is done unseen. */
  readonly isCancelled: () => boolean
}

/** Sends the records in chunks, one after the other, until all are sent or the run is cancelled. */
export const runChunks = async ({ parts, send, onProgress, isCancelled }: Run): Promise<BulkAnswer> => {
  let answer = nothingYet
  for (const chunk of parts.flatMap(chunksOf)) {
    if (isCancelled()) break
    answer = both(answer, await send(chunk))
    onProgress(answer)
  }
  return answer
}
