import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { handlers } from '~/server/app/job-handlers'
import { type Lane, startWorker } from '~/server/features/processing/worker'
import { deferred } from '../support/deferred'
import { bareServices } from '../support/registered-routes'

const lane: Lane = { names: ['make-vecto'], places: 2, pollInterval: 60_000, maxErrors: 3, longestPause: 1 }

/** A worker whose claims are answered when the test says so: there is no job. */
const workerOf = () => {
  const services = bareServices(mkdtempSync(join(tmpdir(), 'vecto-worker-')))
  const gates: { resolve: () => void }[] = []
  const transaction = vi.fn(async () => {
    const gate = deferred()
    gates.push(gate)
    await gate.promise
    return undefined
  })
  const database = { ...services.database, transaction: transaction as typeof services.database.transaction }
  const worker = startWorker({ ...services, database }, handlers, {
    lane,
    tools: { ffmpeg: '', ffprobe: '' },
  })
  const answer = () => {
    for (const { resolve } of gates.splice(0)) resolve()
  }
  return { worker, answer, claims: () => transaction.mock.calls.length }
}

describe('a worker without work', () => {
  it('asks again at once when it is told of a job', async () => {
    const { worker, answer, claims } = workerOf()
    answer()
    await vi.waitFor(() => expect(claims()).toBe(2))
    await new Promise(resolve => setImmediate(resolve))
    worker.kick()
    await vi.waitFor(() => expect(claims()).toBe(4))
    answer()
    await worker.stop()
  })

  it('stops at once while it rests', async () => {
    const { worker, answer, claims } = workerOf()
    answer()
    await new Promise(resolve => setImmediate(resolve))
    await worker.stop()
    expect(claims()).toBe(2)
  })

  it('stops at once when it was asking for a job, and does not rest first', async () => {
    const { worker, answer, claims } = workerOf()
    const stopped = worker.stop()
    answer()
    await stopped
    expect([claims(), worker.busy()]).toEqual([2, 0])
  }, 5000)
})
