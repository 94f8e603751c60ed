import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Clock from '~/server/platform/database/clock'

const DAY = 86_400_000

/** A database that is some days ahead, whose answers come late by the given milliseconds, the last ones at once. */
const databaseAhead = (days: number, ...delays: number[]) => ({
  query: async <R>() => {
    const now = Date.now() + days * DAY
    await new Promise(resolve => setTimeout(resolve, delays.shift() ?? 0))
    return [{ now }] as R[]
  },
})

let clock: typeof Clock

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  vi.resetModules()
  clock = await import('~/server/platform/database/clock')
})
afterEach(() => vi.useRealTimers())

/** Asks the database, while its answers take their time. */
const read = async (database: ReturnType<typeof databaseAhead>) => {
  const reading = clock.readDatabaseTime(database)
  await vi.runAllTimersAsync()
  await reading
}

/** By how many milliseconds the time is ahead of this machine's. */
const ahead = () => clock.databaseTime().getTime() - Date.now()

describe('the time of the database', () => {
  it('is this machine’s until the database was asked', () => {
    expect(ahead()).toBe(0)
  })

  it('is that of the fastest answer, so that what is written is not in the database’s future', async () => {
    await read(databaseAhead(1, 600, 400, 0, 300))
    expect(ahead()).toBe(DAY)
  })

  it('is known to half the round trip where no answer is fast', async () => {
    await read(databaseAhead(1, 600, 400, 500, 600))
    expect(ahead()).toBe(DAY - 200)
  })

  it('is not replaced by an answer that says less', async () => {
    await read(databaseAhead(1))
    await read(databaseAhead(1, 300, 300, 300, 300))
    expect(ahead()).toBe(DAY)
  })

  it('follows a clock that was set back immediately, however exact the earlier answer was', async () => {
    await read(databaseAhead(1))
    await read(databaseAhead(0.5, 10, 10, 10, 10))
    expect(ahead()).toBe(DAY / 2 - 5)
  })

  it('follows a database whose clock was set, or another that took over', async () => {
    await read(databaseAhead(1))
    await vi.advanceTimersByTimeAsync(60_000)
    await read(databaseAhead(2, 10, 10, 10, 10))
    expect(ahead()).toBe(2 * DAY - 5)
  })
})
