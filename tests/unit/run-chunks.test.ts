import { describe, expect, it, vi } from 'vitest'
import { runChunks } from '~/src/admin/bulk/run-chunks'
import type { BulkAnswer } from '~/src/api/contract/bulk-calls'

const uids = Array.from({ length: 120 }, (_, index) => `u${index}`)
const undone = (chunk: readonly string[]) => ({ resource: 'groups', action: 'restore', uids: chunk })
const sending = () =>
  vi.fn(
    async (chunk: readonly string[]): Promise<BulkAnswer> => ({
      done: chunk,
      left: [],
      undo: undone(chunk),
    }),
  )

describe('a run of many records', () => {
  it('sends every record once, fifty at a time, and adds the answers up', async () => {
    const send = sending()
    const onProgress = vi.fn()
    const answer = await runChunks({ uids, send, onProgress, isCancelled: () => false })
    expect(send.mock.calls.map(([chunk]) => chunk.length)).toEqual([50, 50, 20])
    expect(answer).toEqual({ done: uids, left: [], undo: undone(uids) })
    expect(onProgress.mock.calls.map(([{ done }]) => done.length)).toEqual([50, 100, 120])
  })

  it('that is cancelled waits for what is under way, and sends no more', async () => {
    const send = sending()
    const answer = await runChunks({
      uids,
      send,
      onProgress: () => undefined,
      isCancelled: () => send.mock.calls.length >= 1,
    })
    expect(send).toHaveBeenCalledOnce()
    expect(answer.done).toEqual(uids.slice(0, 50))
  })

  it('that fails has told what was done until then', async () => {
    const send = sending().mockImplementationOnce(async chunk => ({ done: chunk, left: [], undo: null }))
    send.mockImplementationOnce(async () => {
      throw new Error('unreachable')
    })
    const onProgress = vi.fn()
    await expect(runChunks({ uids, send, onProgress, isCancelled: () => false })).rejects.toThrow(
      'unreachable',
    )
    expect(onProgress.mock.lastCall?.[0].done).toEqual(uids.slice(0, 50))
  })
})
