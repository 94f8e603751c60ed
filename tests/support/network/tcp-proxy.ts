import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Forwards connections to the host of a URL, and simulates network failures on request. */
export const startTcpProxy = async (url: string) => {
  let target = new URL(url)
  let isSilent = false
  let [accepted, received, limit] = [0, 0, Number.POSITIVE_INFINITY]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket)
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket)
        other().destroy()
      })
  }
  const server = createServer(near => {
    accepted += 1
    if (isSilent) return void sockets.add(near)
    const far: Socket = connect(Number(target.port), target.hostname)
    keep(near, () => far)
    keep(far, () => near)
    near.on('data', ({ length }) => {
      received += length
      if (received > limit) near.unpipe().pause()
    })
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(url), { port }).href,
    connections: () => sockets.size / 2,
    /** Number of accepted connections, including closed ones. */
    accepted: () => accepted,
    /** Bytes received from clients. */
    received: () => received,
    /** Limits the bytes that are accepted from clients from now on; without a number, unlimited. */
    takeIn: (bytes = Number.POSITIVE_INFINITY) => {
      limit = received + bytes
    },
    /** Drops all packets of existing connections without closing them; `forGood` also those of new connections. */
    stall: ({ forGood = false } = {}) => {
      isSilent = forGood
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Changes the target and closes existing connections. */
    leadTo: (other: string) => {
      target = new URL(other)
      cut()
    },
    stop: () => {
      server.close()
      cut()
    },
  }
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>
