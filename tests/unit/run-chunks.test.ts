import { describe, expect, it, vi } from 'vitest'
import { runChunks } from '~/src/admin/bulk/use-bulk-run'
import type { BulkAnswer, BulkPart } from '~/src/api/contract/bulk-calls'

const uids = Array.from({ length: 120 }, (_, index) => `u${index}`)
const parts: readonly BulkPart[] = [{ resource: 'groups', action: 'delete', uids }]
const undone = (some: readonly string[]): BulkPart[] => [
  { resource: 'groups', action: 'restore', uids: some },
]
const sending = () =>
  vi.fn(
    async (chunk: BulkPart): Promise<BulkAnswer> => ({
      done: chunk.uids,
      left: [],
      undo: undone(chunk.uids),
    }),
  )

describe('a bulk action in chunks', () => {
  it('sends each record once in chunks of fifty and merges the responses', async () => {
    const send = sending()
    const onProgress = vi.fn()
    const answer = await runChunks({ parts, send, onProgress, isCancelled: () => false })
    expect(send.mock.calls.map(([chunk]) => chunk.uids.length)).toEqual([50, 50, 20])
    expect(answer).toEqual({ done: uids, left: [], undo: undone(uids) })
    expect(onProgress.mock.calls.map(([{ done }]) => done.length)).toEqual([50, 100, 120])
  })

  it('merges undo parts with equal values only', async () => {
    const untag = (some: readonly string[], ...values: string[]): BulkPart => ({
      ...{ resource: 'medias', action: 'untag', uids: some, values },
    })
    const send = vi.fn(
      async ({ uids: [first = '', ...rest] }: BulkPart): Promise<BulkAnswer> => ({
        done: [first, ...rest],
        left: [],
        undo: [untag([first], 'new'), untag(rest, 'new', 'other')],
      }),
    )
    const answer = await runChunks({ parts, send, onProgress: () => undefined, isCancelled: () => false })
    const firsts = ['u0', 'u50', 'u100']
    expect(answer.undo).toEqual([
      untag(firsts, 'new'),
      untag(
        uids.filter(uid => !firsts.includes(uid)),
        'new',
        'other',
      ),
    ])
    send.mockClear()
    await runChunks({ parts: answer.undo, send, onProgress: () => undefined, isCancelled: () => false })
    expect(send.mock.calls.map(([chunk]) => [chunk.values, chunk.uids.length])).toEqual([
      [['new'], 3],
      [['new', 'other'], 50],
      [['new', 'other'], 50],
      [['new', 'other'], 17],
    ])
  })

  it('cancelling waits for the current chunk and sends no more', async () => {
    const send = sending()
    const answer = await runChunks({
      parts,
      send,
      onProgress: () => undefined,
      isCancelled: () => send.mock.calls.length >= 1,
    })
    expect(send).toHaveBeenCalledOnce()
    expect(answer.done).toEqual(uids.slice(0, 50))
  })

  it('reports the completed chunks before it fails', async () => {
    const send = sending().mockImplementationOnce(async chunk => ({ done: chunk.uids, left: [], undo: [] }))
    send.mockImplementationOnce(async () => {
      throw new Error('unreachable')
    })
    const onProgress = vi.fn()
    await expect(runChunks({ parts, send, onProgress, isCancelled: () => false })).rejects.toThrow(
      'unreachable',
    )
    expect(onProgress.mock.lastCall?.[0].done).toEqual(uids.slice(0, 50))
  })
})
