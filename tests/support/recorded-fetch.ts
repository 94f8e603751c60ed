import { callOf, recordCall } from '~/scripts/calls/observed-calls'

// Once a worker: a module is loaded once, however many test files import it.
const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  const address = input instanceof Request ? input.url : String(input)
  if (response.ok && new URL(address).pathname.startsWith('/parse/'))
    recordCall(callOf(init?.method ?? 'GET', address))
  return response
}
