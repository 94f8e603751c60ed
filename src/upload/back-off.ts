const FIRST_RETRY = 1_000
const LAST_RETRY = 30_000

/** Retries with exponential backoff, and immediately when the browser is back online. */
export const backOff = (again: () => void) => {
  let delay = FIRST_RETRY
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('online', run)
  }
  const run = () => {
    stop()
    again()
  }
  const wait = () => {
    stop()
    addEventListener('online', run)
    timer = setTimeout(run, delay)
    delay = Math.min(delay * 2, LAST_RETRY)
  }
  const reset = () => {
    delay = FIRST_RETRY
  }
  return { wait, stop, reset }
}

/** A lost connection (0), a busy or failing server: the same request may succeed later. */
export const isPassing = (status: number | undefined) =>
  status !== undefined && (status === 0 || status === 429 || status >= 500)
