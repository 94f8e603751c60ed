import { createHash } from 'node:crypto'
import { waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { nameOfFile } from '~/model/content-types'
import type { FileDescriptor } from '~/model/fields'
import { pairFiles } from '~/model/video/insv-pair'
import { BackendError } from '~/src/api/backend-error'
import type { TransferEvents, Uploader } from '~/src/api/uploader'
import { md5Of } from '~/src/upload/queue/md5'
import { type RecordLink, type RecordPlan, totalsOf } from '~/src/upload/queue/queue-item'
import { uploadQueue } from '~/src/upload/queue/upload-queue'
import { deferred } from '../support/process/deferred'

const fileOf = (name: string, text = name) => new File([text], name, { type: 'text/plain' })

/** A queue uploader whose files are sent when the test calls arrive(). */
const fakeLine = () => {
  const begun: { name: string; events: TransferEvents }[] = []
  const dropped: string[] = []
  /** Promises that delay the server’s descriptor and the cancellation of an upload. */
  const answers = { described: Promise.resolve(), cancelled: Promise.resolve() }
  const uploader: Uploader = {
    start: async (file, events) => {
      begun.push({ name: file.name, events })
      return { pause: vi.fn(), resume: vi.fn(), cancel: () => answers.cancelled, release: vi.fn() }
    },
    describe: async address => {
      await answers.described
      return { ref: address, md5Hash: 'x' } as FileDescriptor
    },
    drop: async address => void dropped.push(address),
  }
  const arrive = (name: string) => begun.findLast(each => each.name === name)?.events.onSent(`files/${name}`)
  return {
    begun,
    dropped,
    answers,
    arrive,
    uploader: async () => uploader,
    names: () => begun.map(({ name }) => name),
  }
}

const planOf = (file: File, more: Partial<RecordPlan> = {}): RecordPlan => ({
  name: nameOfFile(file.name),
  resource: 'medias',
  parts: [{ field: 'file', file }],
  find: async () => undefined,
  create: async name => ({ label: name, to: `/medias/show/${name}`, id: name }),
  ...more,
})

const open = (plans: readonly RecordPlan[]) => {
  const line = fakeLine()
  const queue = uploadQueue(line.uploader, file => md5Of(file, () => undefined))
  queue.add(plans)
  const statuses = () => queue.read().map(({ status }) => status)
  const settle = (...expected: string[]) => waitFor(() => expect(statuses()).toEqual(expected))
  return { line, queue, statuses, settle }
}

describe('the upload queue', () => {
  it('sends at most two files at the same time, in order, and names records as last renamed', async () => {
    const { line, queue, settle } = open(['a.txt', 'b.txt', 'c.txt'].map(name => planOf(fileOf(name))))
    await settle('running', 'running', 'queued')
    expect(line.names()).toEqual(['a.txt', 'b.txt'])
    queue.rename(2, 'Renamed')
    line.arrive('b.txt')
    await settle('running', 'completed', 'running')
    expect(queue.read()[1]?.made).toEqual({ label: 'Renamed', to: '/medias/show/Renamed', id: 'Renamed' })
    expect(line.names()).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })

  it('retries the creation of a record without sending its file again', async () => {
    const create = vi
      .fn<(name: string) => Promise<RecordLink>>()
      .mockRejectedValueOnce(new BackendError(409, 'quota', 'No'))
      .mockResolvedValueOnce({ label: 'a', to: '/a', id: 'a' })
    const { line, queue, settle } = open([planOf(fileOf('a.txt'), { create })])
    await settle('running')
    line.arrive('a.txt')
    await settle('failed')
    queue.retry(1)
    await settle('completed')
    expect([line.names(), create.mock.calls.length]).toEqual([['a.txt'], 2])
  })

  it('finds a record whose creation got no response instead of creating a second one', async () => {
    const create = vi.fn().mockRejectedValue(new BackendError(0, 'unreachable', 'Lost'))
    const find: RecordPlan['find'] = async (_field, _md5, ref) =>
      ref === 'files/a.txt' ? { label: 'a', to: '/a', id: 'a' } : undefined
    const { line, queue, settle } = open([planOf(fileOf('a.txt'), { create, find })])
    await settle('running')
    line.arrive('a.txt')
    await settle('failed')
    queue.retry(1)
    await settle('completed')
    expect(create).toHaveBeenCalledOnce()
  })

  it('pauses duplicates of existing records and of chosen files until the user resumes them', async () => {
    const there = { label: 'Old', to: '/medias/show/old', id: 'old' }
    const { line, queue, settle } = open([
      planOf(fileOf('a.txt', 'same')),
      planOf(fileOf('b.txt', 'same')),
      planOf(fileOf('c.txt'), { find: async () => there }),
    ])
    await settle('running', 'duplicate', 'duplicate')
    expect(queue.read().map(({ twin }) => twin)).toEqual([undefined, { label: 'a' }, there])
    queue.resume(3)
    await queue.remove(2)
    await settle('running', 'running')
    expect(line.names()).toEqual(['a.txt', 'c.txt'])
  })

  it('refuses files that cannot become a record or have another type before sending them', async () => {
    const pdf = new File(['%PDF-1.7 '], 'film.mp4', { type: 'video/mp4' })
    const { line, settle } = open([
      planOf(fileOf('a.insv'), { problem: 'reasons.one_lens' }),
      planOf(pdf, { parts: [{ field: 'file', file: pdf, accept: ['video/mp4'] }] }),
    ])
    await settle('refused', 'refused')
    expect(line.names()).toEqual([])
  })

  it('sends both files of a pair before it creates their record', async () => {
    const [one, two] = [fileOf('V_00_1.insv'), fileOf('V_10_1.insv')]
    const create = vi.fn(async (name: string) => ({ label: name, to: '/x', id: 'x' }))
    const parts = [
      { field: 'insv1', file: one },
      { field: 'insv2', file: two },
    ]
    const { line, settle } = open([planOf(one, { parts, create })])
    await settle('running')
    line.arrive('V_00_1.insv')
    await waitFor(() => expect(line.names()).toEqual(['V_00_1.insv', 'V_10_1.insv']))
    expect(create).not.toHaveBeenCalled()
    line.arrive('V_10_1.insv')
    await settle('completed')
    expect(Object.keys(create.mock.calls[0]?.[1 as never] ?? {})).toEqual(['insv1', 'insv2'])
  })

  it('pauses and cancels the whole queue and clears ended uploads', async () => {
    const { queue, settle } = open(['a.txt', 'b.txt', 'c.txt'].map(name => planOf(fileOf(name))))
    await settle('running', 'running', 'queued')
    await queue.pauseAll()
    await settle('paused', 'paused', 'paused')
    queue.resume(3)
    await settle('paused', 'paused', 'running')
    await queue.cancelAll()
    await settle('cancelled', 'cancelled', 'cancelled')
    await queue.clearEnded()
    await settle()
  })

  it('pauses while the server checks a sent file, and resumes without sending it again', async () => {
    const { line, queue, settle } = open([planOf(fileOf('a.txt'))])
    const { promise, resolve } = deferred()
    line.answers.described = promise
    await settle('running')
    line.arrive('a.txt')
    queue.pause(1)
    await settle('paused')
    queue.resume(1)
    await settle('running')
    resolve()
    await settle('completed')
    expect(line.names()).toEqual(['a.txt'])
  })

  it('a retry waits for the pending cancellation and keeps the second upload', async () => {
    const { line, queue, settle } = open([planOf(fileOf('a.txt'))])
    const { promise, resolve } = deferred()
    line.answers.cancelled = promise
    await settle('running')
    void queue.cancel(1)
    queue.retry(1)
    await settle('running')
    expect(line.names()).toEqual(['a.txt'])
    resolve()
    await waitFor(() => expect(line.names()).toEqual(['a.txt', 'a.txt']))
    line.arrive('a.txt')
    await settle('completed')
    expect(line.dropped).toEqual([])
  })

  it('reports totals: files done, files in all and percentage', async () => {
    const { line, queue, settle } = open([
      planOf(fileOf('a.txt', 'x'.repeat(100))),
      planOf(fileOf('b.txt', 'y'.repeat(100))),
    ])
    await settle('running', 'running')
    line.arrive('a.txt')
    await settle('completed', 'running')
    expect(totalsOf(queue.read())).toMatchObject({ done: 1, files: 2, percent: 50 })
  })
})

describe('chosen files', () => {
  it('pairs files by recording, front lens first, in any order of choice', () => {
    const names = ['V_1_10_2.insv', 'W_00_1.insv', 'V_1_00_2.insv', 'single.insv']
    expect(pairFiles(names.map(name => fileOf(name))).map(pair => pair.map(({ name }) => name))).toEqual([
      ['V_1_00_2.insv', 'V_1_10_2.insv'],
      ['W_00_1.insv'],
      ['single.insv'],
    ])
  })

  it('derives names of records from file names without extension', () => {
    expect(['a.b.mp4', '.hidden', 'plain', 'Été.MP4'].map(nameOfFile)).toEqual([
      'a.b',
      '.hidden',
      'plain',
      'Été',
    ])
  })

  it('computes the checksum that the server computes, and reports progress', async () => {
    const bytes = new Uint8Array(9_000_000).map((_, at) => (at * 7919) % 251)
    const shares: number[] = []
    const md5Hash = await md5Of(new Blob([bytes]), share => shares.push(share))
    expect(md5Hash).toBe(createHash('md5').update(bytes).digest('base64'))
    expect(shares.at(-1)).toBe(1)
  })
})
