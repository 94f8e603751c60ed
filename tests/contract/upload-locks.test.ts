import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUploadLocker } from '~/server/features/uploads/uploads'
import { migratedDatabase } from '../support/database/server-database'

let opened: Awaited<ReturnType<typeof migratedDatabase>>

beforeAll(async () => {
  opened = await migratedDatabase()
})
afterAll(() => opened.close())

const { signal } = new AbortController()
const held = async () => (await opened.database.query(sql`select 1 from upload_locks`)).length

/** A lock as held by another server; it is released on request. */
const holder = (id: string, unlockAtOnce = true) => {
  const lock = createUploadLocker(opened.database).newLock(id)
  let asked = 0
  const release = async () => {
    asked += 1
    if (unlockAtOnce) await lock.unlock()
  }
  return { lock: () => lock.lock(signal, release), unlock: () => lock.unlock(), asked: () => asked }
}

describe('the lock of an upload', () => {
  it('locks one upload only, until it is released', async () => {
    const [one, other] = [holder('a'), holder('b')]
    await Promise.all([one.lock(), other.lock()])
    expect(await held()).toBe(2)
    await Promise.all([one.unlock(), other.unlock()])
    expect(await held()).toBe(0)
    expect([one.asked(), other.asked()]).toEqual([0, 0])
  })

  it('requests the holder on another server to release an upload’s lock', async () => {
    const [first, second] = [holder('c'), holder('c')]
    await first.lock()
    await second.lock()
    expect(first.asked()).toBeGreaterThan(0)
    await second.unlock()
    expect(await held()).toBe(0)
  })

  it('passes the lock immediately between requests of one server', async () => {
    const locker = createUploadLocker(opened.database)
    const [first, second] = [locker.newLock('d'), locker.newLock('d')]
    await first.lock(signal, () => first.unlock())
    const begun = Date.now()
    await second.lock(signal, () => {})
    expect(Date.now() - begun).toBeLessThan(1500)
    await second.unlock()
  })

  it('frees the lock of a killed server when its lease ends; a waiting request gets a retry time', async () => {
    await opened.database.run(
      sql`insert into upload_locks (id, holder, until) values ('e', 'killed', now() + interval '3 seconds')`,
    )
    const waiting = holder('e')
    const leaving = new AbortController()
    const impatient = createUploadLocker(opened.database).newLock('e')
    const refused = impatient.lock(leaving.signal, () => {})
    leaving.abort()
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } })
    await waiting.lock()
    await waiting.unlock()
    expect(await held()).toBe(0)
  })

  it('two requests never hold the lock of an upload at the same time', async () => {
    let inside = 0
    let most = 0
    const use = async () => {
      const lock = createUploadLocker(opened.database).newLock('f')
      await lock.lock(signal, () => {})
      inside += 1
      most = Math.max(most, inside)
      await sleep(20)
      inside -= 1
      await lock.unlock()
    }
    await Promise.all(Array.from({ length: 8 }, use))
    expect(most).toBe(1)
  })
})
