import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Clock from '~/server/platform/database/clock'

const DAY = 86_400_000
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** A database that is a day ahead, whose answers come late by the given milliseconds, the last ones at once. */
const databaseThatAnswersAfter = (...delays: number[]) => ({
  query: async <R>() => {
    const now = Date.now() + DAY
    await pause(delays.shift() ?? 0)
    return [{ now }] as R[]
  },
})

let clock: typeof Clock

beforeEach(async () => {
  vi.resetModules()
  clock = await import('~/server/platform/database/clock')
})

/** By how many milliseconds the time differs from the database's. */
const off = () => Math.abs(clock.databaseTime().getTime() - (Date.now() + DAY))

describe('the time of the database', () => {
  it('is this machine’s until the database was asked', () => {
    expect(Math.abs(clock.databaseTime().getTime() - Date.now())).toBeLessThan(20)
  })

  it('is that of the fastest answer, so that what is written is never in the database’s future', async () => {
    await clock.readDatabaseTime(databaseThatAnswersAfter(600, 400, 0, 300))
    expect(off()).toBeLessThan(40)
  })

  it('is not replaced by an answer that says less', async () => {
    await clock.readDatabaseTime(databaseThatAnswersAfter())
    await clock.readDatabaseTime(databaseThatAnswersAfter(300, 300, 300, 300))
    expect(off()).toBeLessThan(40)
  })

  it('follows a database whose clock was set, or another that took over', async () => {
    await clock.readDatabaseTime(databaseThatAnswersAfter())
    await pause(400)
    const later = databaseThatAnswersAfter()
    const shifted = {
      query: async <R>() =>
        (await later.query<{ now: number }>()).map(({ now }) => ({ now: now + DAY })) as R[],
    }
    for (let asked = 0; asked < 50 && off() < DAY / 2; asked++) {
      await clock.readDatabaseTime(shifted)
      await pause(20)
    }
    expect(Math.abs(clock.databaseTime().getTime() - (Date.now() + 2 * DAY))).toBeLessThan(40)
  })
})
