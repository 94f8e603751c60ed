import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '~/model/grants'
import { databaseTime } from '~/server/platform/database/clock'
import type { Context, Values } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'

/** From where a change comes: the network address, and the browser or API token in words. */
export type Origin = { readonly address?: string; readonly agent?: string | undefined }

type By = Origin & {
  readonly services: Services
  readonly actor: Actor
  readonly session?: string
  readonly prepared?: Values
  readonly log?: FastifyBaseLogger
}

/** Runs a change in a transaction, then its callbacks after the commit, whose failures are only logged. */
export const changeBy = async <T>(
  { services, actor, session = '', address = '', agent = '', prepared = {}, log = services.log }: By,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const later: (() => unknown)[] = []
  const result = await services.database.transaction(tx =>
    work({
      ...{
        services,
        tx,
        actor,
        session,
        address,
        agent,
        prepared,
        shownOnce: {},
        endedSessions: new Set(),
        now: databaseTime(),
      },
      afterCommit: each => void later.push(each),
    }),
  )
  for (const each of later) {
    try {
      await each()
    } catch (error) {
      log.error(error, 'after the change')
    }
  }
  return result
}

const server: Actor = { uid: '', role: 'root', company: null, managed: [], open: [], licensed: false }

/** Runs a change by the server itself: no session, and an event without an author. */
export const asServer = <T>(services: Services, work: (context: Context) => Promise<T>): Promise<T> =>
  changeBy({ services, actor: server }, work)
