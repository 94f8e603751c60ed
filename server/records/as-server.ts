import type { Actor } from '~/model/grants'
import type { Services } from '../services'
import type { Context } from './hooks'

const server: Actor = { uid: '', role: 'root', company: null, managed: [], open: [], licensed: false }

/** A change that the server makes by itself: no session, and an event without an author. */
export const asServer = async <T>(services: Services, work: (context: Context) => Promise<T>): Promise<T> => {
  const later: (() => unknown)[] = []
  const result = await services.database.transaction(tx =>
    work({
      services,
      tx,
      actor: server,
      session: '',
      now: new Date(),
      afterCommit: each => void later.push(each),
    }),
  )
  for (const each of later) await each()
  return result
}
