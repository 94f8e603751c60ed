import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a response is lost: replaced by a gateway’s 504, by a cut connection, or held back. */
type Loss = 'answered 504' | 'cut' | 'held'

const losses: Readonly<Record<Loss, (answer: ServerResponse) => unknown>> = {
  'answered 504': answer => answer.writeHead(504).end(),
  cut: answer => answer.destroy(),
  held: () => undefined,
}

/** Forwards requests to a server and loses responses to changes that the server has made. */
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
    /** Loses the response to the next POST to a path. Resolves when it is lost: the server has made the change. */
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
