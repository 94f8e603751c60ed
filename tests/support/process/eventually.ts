import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until the result is as wanted.
 * @param seconds timeout, after which an error with the last result is thrown
 */
export const eventually = async <T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
  seconds = 30,
): Promise<T> => {
  for (const end = Date.now() + seconds * 1000; ; await sleep(100)) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (Date.now() > end) throw new Error(`After ${seconds} s: ${JSON.stringify(answer)}`)
  }
}
