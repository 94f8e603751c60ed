import type { RequestOptions } from './backend'
import { BackendError, isLost } from './backend-error'
import { newUuid } from './session'

/** Idempotency keys of requests whose outcome is unknown, by the record to create. */
const unanswered = new Map<string, string>()

/** The server used this key for a record with other values: those of an earlier attempt. */
const savedAlready = (error: unknown) =>
  error instanceof BackendError && error.code === 'idempotency_reused'
    ? new BackendError(409, 'saved_already', 'An earlier attempt may have been saved already')
    : error

/**
 * Sends a POST request with an idempotency key: if its response is lost and the user submits the same values again, the
 * server returns the record that it created. An `attempt` keeps its key when the values change: the server then refuses
 * to create a second record.
 * @throws BackendError `saved_already` once, if an earlier attempt was carried out; the next one has a new key
 */
export const underCreationKey = async <T>(
  path: string,
  { method, json, attempt }: RequestOptions,
  sendWith: (headers: Record<string, string>) => Promise<T>,
): Promise<T> => {
  if (method !== 'POST') return sendWith({})
  const meant = `${path} ${attempt ?? JSON.stringify(json)}`
  const key = unanswered.get(meant) ?? newUuid()
  unanswered.set(meant, key)
  try {
    const answer = await sendWith({ 'Idempotency-Key': key })
    unanswered.delete(meant)
    return answer
  } catch (error) {
    if (!isLost(error)) unanswered.delete(meant)
    throw savedAlready(error)
  }
}
