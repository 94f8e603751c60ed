import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<AbortSignal>()

/** Runs `work`, in which no statement begins and no transaction is kept once the signal has aborted. */
export const within = <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work)

/** @throws the signal's reason, where the request that this is done for has been answered with 503 */
export const requireTime = () => current.getStore()?.throwIfAborted()
