import { expect, it, vi } from 'vitest'
import { createLongLivedConnections } from '~/server/features/live/long-lived-connections'
import type { Services } from '~/server/records/context'

/** Database queries stay pending until the test answers them. */
const begin = () => {
  const answers: ((alive: { id: string }[]) => void)[] = []
  let look: (change: { resource: string }) => void = () => undefined
  const connections = createLongLivedConnections({
    database: { query: () => new Promise(resolve => answers.push(resolve)) },
    sessions: { find: async () => undefined },
    changes: {
      onChange: (listener: typeof look) => {
        look = listener
        return () => undefined
      },
    },
    log: { warn: vi.fn() },
  } as unknown as Services)
  const call = (session: string) => {
    const end = vi.fn()
    return { end, leave: connections.add({ principal: { session }, token: `r:${session}`, end }) }
  }
  const answer = async (...alive: string[]) => {
    for (const tell of answers.splice(0)) tell(alive.map(id => ({ id })))
    await new Promise(resolve => setTimeout(resolve, 0))
  }
  return { call, answer, look: () => look({ resource: 'sessions' }), close: connections.close }
}

it('a long-lived connection ends with its session; those of other sessions stay open', async () => {
  const { call, answer, look, close } = begin()
  const [over, alive] = [call('s1'), call('s2')]
  look()
  await answer('s2')
  expect([over.end, alive.end].map(end => end.mock.calls.length)).toEqual([1, 0])
  close()
})

it('a connection that opens during the session query is not ended', async () => {
  const { call, answer, look, close } = begin()
  call('s1')
  look()
  const late = call('s2')
  await answer('s1')
  expect(late.end).not.toHaveBeenCalled()
  close()
})

it('a connection that closes during the session query is not ended again', async () => {
  const { call, answer, look, close } = begin()
  const { end, leave } = call('s1')
  look()
  leave()
  await answer()
  expect(end).not.toHaveBeenCalled()
  close()
})
