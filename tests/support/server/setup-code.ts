import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './test-server'

/** The latest setup code in the log of a server that has no root account. */
export const setupCodeOf = async (server: Pick<TestServer, 'output'>): Promise<string> => {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const code = [...server.output().matchAll(/"setupCode":"([^"]+)"/g)].at(-1)?.[1]
    if (code) return code
  }
  throw new Error(`The server printed no setup code:\n${server.output()}`)
}
