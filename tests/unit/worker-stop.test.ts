import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { handlers } from '~/server/app/job-handlers'
import { type Lane, startWorker } from '~/server/features/processing/worker'
import { deferred } from '../support/process/deferred'
import { bareServices } from '../support/server/registered-routes'

const lane: Lane = { names: ['make-vecto'], places: 2, pollInterval: 60_000, maxErrors: 3, longestPause: 1 }

/** A worker whose claims find no job; answer() ends the pending ones. */
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

describe('an idle worker', () => {
  it('an idle worker claims jobs again immediately when it is notified', async () => {
    const { worker, answer, claims } = workerOf()
    answer()
    await vi.waitFor(() => expect(claims()).toBe(2))
    await new Promise(resolve => setImmediate(resolve))
    worker.kick()
    await vi.waitFor(() => expect(claims()).toBe(4))
    answer()
    await worker.stop()
  })

  it('an idle worker stops immediately', async () => {
    const { worker, answer, claims } = workerOf()
    answer()
    await new Promise(resolve => setImmediate(resolve))
    await worker.stop()
    expect(claims()).toBe(2)
  })

  it('a worker that is claiming a job stops as soon as the claim ends', async () => {
    const { worker, answer, claims } = workerOf()
    const stopped = worker.stop()
    answer()
    await stopped
    expect([claims(), worker.busy()]).toEqual([2, 0])
  }, 5000)
})
