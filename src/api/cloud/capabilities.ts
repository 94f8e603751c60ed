import { type Capability, capabilitiesIn } from '~/model/capabilities'
import { asObject } from '~/model/objects'
import { withTimeout } from '~/model/with-timeout'
import { unreachable } from '~/src/api/answer'
import { BackendError } from '~/src/api/backend-error'
import { sessionStore } from '~/src/api/browser-storage'

const KEY = 'vecto.capabilities'

/** Milliseconds that the panel waits for the functions' answer, which a cold start delays, before it opens without it. */
const TIME_OUT = 4_000

let known: readonly Capability[] = []
let asked: Promise<void> | undefined

/** Whether the functions have the calls for something: known once `learnCapabilities` is done. */
export const offers = (capability: Capability) => known.includes(capability)

/** Those that this tab was told before: undefined if it has not asked. */
const remembered = () => {
  const stored = sessionStore.get(KEY)
  return stored === null ? undefined : capabilitiesIn(stored.split(' '))
}

/** Whether the functions themselves have refused: what has no such call today has none for the rest of the session. */
const isRefusal = (error: unknown) =>
  error instanceof BackendError && [401, 403, 404, 405, 501].includes(error.status)

const ask = async (config: () => Promise<unknown>): Promise<readonly Capability[] | undefined> => {
  try {
    const answer = await withTimeout(TIME_OUT, config(), unreachable('No answer in time'))
    return capabilitiesIn(asObject(answer).capabilities)
  } catch (error) {
    return isRefusal(error) ? [] : undefined
  }
}

const learn = async (config: () => Promise<unknown>) => {
  const told = remembered() ?? (await ask(config))
  known = told ?? []
  // Without an answer nothing is remembered: the next start asks again.
  if (told) sessionStore.set(KEY, known.join(' '))
}

/**
 * Learns what the functions offer, once per page load and without a request if this tab knows it. Never fails: without
 * an answer they offer nothing, as those of another provider.
 * @param config requests the public configuration, `GET config`
 */
export const learnCapabilities = (config: () => Promise<unknown>) => {
  asked ??= learn(config)
  return asked
}
