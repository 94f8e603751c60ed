import { callOf, recordCall } from '~/scripts/calls/observed-calls'

// Once per worker: a module is loaded once for all test files that import it.
const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  const address = input instanceof Request ? input.url : String(input)
  if (response.ok && new URL(address).pathname.startsWith('/parse/'))
    recordCall(callOf(init?.method ?? 'GET', address))
  return response
}
