import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Clock from '~/server/platform/database/clock'

const DAY = 86_400_000

/** A database whose clock is some days ahead; responses are delayed by the given milliseconds, further ones by 0. */
const databaseAhead = (days: number, ...delays: number[]) => ({
  query: async <R>() => {
    const now = Date.now() + days * DAY
    await new Promise(resolve => setTimeout(resolve, delays.shift() ?? 0))
    return [{ now }] as R[]
  },
})

let clock: typeof Clock
let copies = 0

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  // A copy for each test. Resetting all modules would give later files of this worker a second copy of each schema.
  copies += 1
  clock = await import(`~/server/platform/database/clock?copy=${copies}`)
})
afterEach(() => vi.useRealTimers())

/** Reads the database time while fake timers run. */
const read = async (database: ReturnType<typeof databaseAhead>) => {
  const reading = clock.readDatabaseTime(database)
  await vi.runAllTimersAsync()
  await reading
}

/** Difference between database time and this machine’s clock, in milliseconds. */
const ahead = () => clock.databaseTime().getTime() - Date.now()

describe('the database time', () => {
  it('returns this machine’s time until the database time was read', () => {
    expect(ahead()).toBe(0)
  })

  it('takes the database time from the fastest response, so that it is never in the database’s future', async () => {
    await read(databaseAhead(1, 600, 400, 0, 300))
    expect(ahead()).toBe(DAY)
  })

  it('estimates the database time from half the round trip when all responses are slow', async () => {
    await read(databaseAhead(1, 600, 400, 500, 600))
    expect(ahead()).toBe(DAY - 200)
  })

  it('keeps the database time of a more exact earlier response', async () => {
    await read(databaseAhead(1))
    await read(databaseAhead(1, 300, 300, 300, 300))
    expect(ahead()).toBe(DAY)
  })

  it('follows a clock that was set back immediately, however exact the earlier response was', async () => {
    await read(databaseAhead(1))
    await read(databaseAhead(0.5, 10, 10, 10, 10))
    expect(ahead()).toBe(DAY / 2 - 5)
  })

  it('follows a database clock that was set, or that of a failover', async () => {
    await read(databaseAhead(1))
    await vi.advanceTimersByTimeAsync(60_000)
    await read(databaseAhead(2, 10, 10, 10, 10))
    expect(ahead()).toBe(2 * DAY - 5)
  })
})
