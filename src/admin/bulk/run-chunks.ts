import { BULK_CHUNK } from '~/model/bulk'
import type { BulkAnswer, BulkUndo } from '~/src/api/contract/bulk-calls'

export const nothingYet: BulkAnswer = { done: [], left: [], undo: null }

const bothUndos = (one: BulkUndo | null, other: BulkUndo | null): BulkUndo | null =>
  one && other ? { ...one, uids: [...one.uids, ...other.uids] } : (one ?? other)

const both = (one: BulkAnswer, other: BulkAnswer): BulkAnswer => ({
  done: [...one.done, ...other.done],
  left: [...one.left, ...other.left],
  undo: bothUndos(one.undo, other.undo),
})

type Run = {
  readonly uids: readonly string[]
  readonly send: (chunk: readonly string[]) => Promise<BulkAnswer>
  /** Hears of everything that was done so far, after each chunk. */
  readonly onProgress: (answer: BulkAnswer) => void
  /** Asked before each chunk: what is under way is waited for, so that nothing is done unseen. */
  readonly isCancelled: () => boolean
}

/** Sends the records in chunks, one after the other, until all are sent or the run is cancelled. */
export const runChunks = async ({ uids, send, onProgress, isCancelled }: Run): Promise<BulkAnswer> => {
  let answer = nothingYet
  for (let start = 0; start < uids.length && !isCancelled(); start += BULK_CHUNK) {
    answer = both(answer, await send(uids.slice(start, start + BULK_CHUNK)))
    onProgress(answer)
  }
  return answer
}
