import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ConfigError } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Services } from '~/server/records/services'

type Presence = { readonly os: string; readonly missing: readonly string[]; readonly busy: number }

/** Milliseconds between two attempts to take a name. */
const PACE = 1000

/** Registers this process under its name, which is its own until it leaves or its heartbeat is overdue. */
export const workerRegistry = ({ database, config }: Pick<Services, 'database' | 'config'>) => {
  const { WORKER_NAME: name, WORKER_LOST_SECONDS: lost, WORKER_JOBS: places, DATABASE_URL } = config
  const instance = newUid()
  // No other process works on the embedded database: who held the name before was killed.
  const isFree = DATABASE_URL
    ? sql`(w.instance = ${instance} or w.beat_at <= now() - make_interval(secs => ${lost}))`
    : sql`true`
  /** @returns false if another process that lives has the name */
  const register = async ({ os, missing, busy }: Presence) => {
    const registered =
      await database.run(sql`insert into workers as w (name, os, missing, places, busy, instance)
      values (${name}, ${os}, ${sql.param(missing)}, ${places}, ${busy}, ${instance})
      on conflict (name) do update set os = excluded.os, missing = excluded.missing, places = excluded.places,
        busy = excluded.busy, instance = excluded.instance, beat_at = now() where ${isFree}`)
    return registered > 0
  }
  return {
    register,
    /**
     * Takes the name, and waits for that of a process that was killed.
     * @throws ConfigError if another process with this name lives
     */
    takeName: async (presence: Presence, signal: AbortSignal) => {
      for (let waited = 0; !(await register(presence)); waited += PACE) {
        if (waited > lost * 1000)
          throw new ConfigError(
            `Another worker is called ${name} and is alive. Give each its own WORKER_NAME, or leave it out: then it is the name of the host with the process id.`,
          )
        await sleep(PACE, undefined, { signal })
      }
    },
    leave: () => database.run(sql`delete from workers where name = ${name} and instance = ${instance}`),
  }
}

export type WorkerRegistry = ReturnType<typeof workerRegistry>
