import type { RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { newUuid } from '~/src/api/session'

/** By what a request says: its key, while it is not known whether the server has carried it out. */
const unanswered = new Map<string, string>()

/** A request that was aborted, as its screen was left, may have been carried out too. */
const isLost = (error: unknown) =>
  !(error instanceof BackendError) ||
  [0, 502, 503, 504].includes(error.status) ||
  error.code === 'idempotency_running'

/**
 * Sends a POST request under a key: where its answer is lost and the user submits the same again, the server answers what it
 * created.
 */
export const underCreationKey = async <T>(
  path: string,
  { method, json }: RequestOptions,
  sendWith: (headers: Record<string, string>) => Promise<T>,
): Promise<T> => {
  if (method !== 'POST') return sendWith({})
  const said = `${path} ${JSON.stringify(json)}`
  const key = unanswered.get(said) ?? newUuid()
  unanswered.set(said, key)
  try {
    const answer = await sendWith({ 'Idempotency-Key': key })
    unanswered.delete(said)
    return answer
  } catch (error) {
    if (!isLost(error)) unanswered.delete(said)
    throw error
  }
}
