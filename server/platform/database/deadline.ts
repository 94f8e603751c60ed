import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` with a deadline: after the signal aborts, no statement starts and no transaction commits. */
export const withDeadline = <T>(signal: AbortSignal, work: () => T): T => current.run(signal, work)

/** @throws the signal's reason, if the current request has already been answered with 503 */
export const requireTime = () => current.getStore()?.throwIfAborted()
