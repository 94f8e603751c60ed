import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of an answer: another one, of a gateway; none, as the connection is lost; none yet. */
type Loss = 'answered 504' | 'cut' | 'held'

const losses: Readonly<Record<Loss, (answer: ServerResponse) => unknown>> = {
  'answered 504': answer => answer.writeHead(504).end(),
  cut: answer => answer.destroy(),
  held: () => undefined,
}

/** Passes requests on to a server, and loses answers to changes that the server made. */
export const startLossyProxy = async (target: string) => {
  let next: { path: string; loss: Loss; lost: () => void } | undefined
  const server = createServer((asked, answer) => {
    const { method, headers } = asked
    const isNext = method === 'POST' && asked.url === next?.path
    const found = isNext ? next : undefined
    if (found) next = undefined
    const passed = request(new URL(asked.url ?? '', target), { method, headers }, given => {
      if (found) {
        given.resume().once('end', () => {
          losses[found.loss](answer)
          found.lost()
        })
        return
      }
      const { connection: _ours, ...rest } = given.headers
      answer.writeHead(given.statusCode ?? 502, rest)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.on('error', () => passed.destroy())
    asked.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Loses the answer to the next POST to a path. @returns once it is lost: the server made the change */
    lose: (path: string, loss: Loss) =>
      new Promise<void>(resolve => {
        next = { path, loss, lost: resolve }
      }),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>
