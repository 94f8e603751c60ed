import type { RequestOptions } from '~/src/api/backend'
import { BackendError, isLost } from '~/src/api/backend-error'
import { newUuid } from '~/src/api/session'

/** The key of a request while it is not known whether the server has carried it out, by what the request creates. */
const unanswered = new Map<string, string>()

/** The server has a record of the key that was made with other values: those of the attempt before. */
const savedAlready = (error: unknown) =>
  error instanceof BackendError && error.code === 'idempotency_reused'
    ? new BackendError(409, 'saved_already', 'An earlier attempt may have been saved already')
    : error

/**
 * Sends a POST request under a key: where its answer is lost and the user submits the same again, the server answers what it
 * created. An `attempt` keeps its key when the values change: the server then refuses to create a second record.
 * @throws BackendError `saved_already` once where an earlier attempt was carried out; the next one has a key of its own
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
