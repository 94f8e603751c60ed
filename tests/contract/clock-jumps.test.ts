import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDueMails } from '~/server/features/mails/sender'
import { clockState, followClock } from '~/server/features/maintenance/clock-jumps'
import { claimDueDeliveries } from '~/server/features/webhooks/deliver-webhooks'
import type { Services } from '~/server/records/context'
import { ownServices } from '../support/server/own-services'

let services: Services
let close: () => Promise<void>
beforeAll(async () => {
  ;({ services, close } = await ownServices())
})
afterAll(() => close())

/** Rows that a server wrote while the clock of the database was ahead by this many seconds. */
const writtenAhead = async (seconds: number) => {
  const { database, queue } = services
  const later = sql`now() + make_interval(secs => ${seconds})`
  await database.run(sql`update task_runs set began_at = ${later}`)
  await database.run(sql`insert into task_runs (name, began_at) values ('fold-counts', ${later})
    on conflict (name) do update set began_at = excluded.began_at`)
  await database.run(sql`insert into mails (uid, email, action, lang, status, subject, message, attempts, next_at)
    values (${`mail-${seconds}`}, 'ann@example.com', 'invite', 'en', 'waiting', 'Hello', '{"html":"x","text":"x"}', 0, ${later})`)
  await database.run(sql`insert into workers (name, os, missing, places, busy, instance, beat_at)
    values (${`worker-${seconds}`}, 'x', '{}', 1, 0, 'x', ${later})`)
  const job = await database.transaction(tx => queue.send(tx, 'make-thumbnails', `medias/m${seconds}`))
  await database.run(sql`update pgboss.job set start_after = ${later} where id = ${job}`)
  return job
}

const warnings: unknown[] = []
const follow = () => {
  const log = Object.assign(Object.create(services.log), {
    warn: (...line: unknown[]) => void warnings.push(line),
  })
  return followClock({ ...services, log })
}

describe('the clock of the database', () => {
  it('an even database clock changes nothing, and health reports ok', async () => {
    await follow()
    await follow()
    expect(warnings).toEqual([])
    expect(await clockState(services.database)).toBe('ok')
  })

  it('a database clock that goes back an hour delays nothing, and is logged once', async () => {
    const { database, queue } = services
    const job = await writtenAhead(3600)
    expect(await claimDueMails(services, 5)).toEqual([])
    await follow()
    await follow()
    expect(warnings).toEqual([
      [{ seconds: expect.closeTo(3600, -1) }, expect.stringContaining('The clock of the database went back')],
    ])
    expect((await claimDueMails(services, 5)).map(({ uid }) => uid)).toEqual(['mail-3600'])
    expect(await claimDueDeliveries(services, 5)).toEqual([])
    const claimed = await database.transaction(tx => queue.claim(tx, 'make-thumbnails'))
    expect(claimed?.id).toBe(job)
    const ahead = await database.query(sql`select name from task_runs where began_at > now()
      union all select name from workers where beat_at > now()`)
    expect(ahead).toEqual([])
    expect(await clockState(database)).toBe('jumped')
  })

  it('a database clock that goes back by a second is not logged', async () => {
    warnings.splice(0)
    await services.database.run(
      sql`update task_runs set began_at = now() + interval '1 second' where name = 'clock-read'`,
    )
    await follow()
    expect(warnings).toEqual([])
  })
})
