import type { QueryClient } from '@tanstack/react-query'
import { isObject } from '~/model/objects'
import { type Change, noteProgress, type Progress, refetchAffected, refetchAll } from './apply-changes'
import type { ServerSentEvent } from './server-sent-events'

/** Milliseconds between two batches of refetches, and before the first: changes come in bursts. */
const ROUND = 500
const FIRST = 100

type Message = Partial<Change & Progress> & Pick<Change, 'resource' | 'id'>

const isMessage = (said: unknown): said is Message =>
  isObject(said) && typeof said.resource === 'string' && typeof said.id === 'string'

const readMessage = (data: string): Message | undefined => {
  try {
    const said: unknown = JSON.parse(data)
    return isMessage(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** Batches changes and refetches what they affect, at most twice a second. */
const inRounds = (ask: (changes: readonly Change[]) => void) => {
  const waiting: Change[] = []
  let last = 0
  const round = () => {
    last = Date.now()
    ask(waiting.splice(0))
  }
  return (change: Change) => {
    waiting.push(change)
    if (waiting.length === 1) setTimeout(round, Math.max(FIRST, last + ROUND - Date.now()))
  }
}

/** The handlers of the stream's events. */
export const changesFor = (queries: QueryClient) => {
  const gather = inRounds(changes => refetchAffected(queries, changes))
  const onEvent = ({ event, data }: ServerSentEvent) => {
    if (event === 'gap') return refetchAll(queries)
    const message = readMessage(data)
    if (!message) return
    const { resource, id, op, progress, status } = message
    if (event === 'change' && op) gather({ resource, id, op })
    if (event === 'progress') noteProgress(queries, { resource, id, progress, status })
  }
  return { onEvent, onGap: () => refetchAll(queries) }
}
