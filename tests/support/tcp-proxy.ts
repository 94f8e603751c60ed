import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Passes connections on to the host of an address, until it is told to behave as a network does that fails. */
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
    /** Connections that clients made so far, those that ended too. */
    accepted: () => accepted,
    /** Bytes that came in from clients. */
    received: () => received,
    /** Takes in so many bytes from now on, and then no more; without a number, all. */
    takeIn: (bytes = Number.POSITIVE_INFINITY) => {
      limit = received + bytes
    },
    /** The connections there are say nothing more, without an end: packets are lost. New ones pass, or none does. */
    stall: ({ forGood = false } = {}) => {
      isSilent = forGood
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Leads elsewhere from now on; the connections there are break. */
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
