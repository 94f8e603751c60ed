import { relative } from 'node:path'
import { expect } from 'vitest'
import { callOf, observeTest, recordCall } from '~/scripts/calls/observed-calls'

/** Vitest's set-up of a test file: records the calls that it makes to the API, for docs/calls.md. */
observeTest(relative(process.cwd(), expect.getState().testPath ?? ''))

const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  const address = input instanceof Request ? input.url : String(input)
  if (response.ok && new URL(address).pathname.startsWith('/parse/'))
    recordCall(callOf(init?.method ?? 'GET', address))
  return response
}
