import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

type Flip = { readonly marker: Buffer; left: number }

/** Flips one bit after a marker in the transferred bytes, as a faulty network card or router does. */
const flipping = (flips: Set<Flip>, count: () => void) =>
  new Transform({
    transform: (chunk: Buffer, _, done) => {
      for (const flip of flips) {
        const at = chunk.indexOf(flip.marker)
        if (at < 0) continue
        const byte = at + flip.marker.length - 1
        chunk.writeUInt8(chunk.readUInt8(byte) ^ 1, byte)
        count()
        flip.left -= 1
        if (flip.left === 0) flips.delete(flip)
      }
      done(null, chunk)
    },
  })

/** Forwards connections to the host of a URL and flips bits when a test requires it. */
export const startFlippingProxy = async (url: string) => {
  const target = new URL(url)
  const [sent, received] = [new Set<Flip>(), new Set<Flip>()]
  const sockets = new Set<Socket>()
  let flipped = 0
  const count = () => {
    flipped += 1
  }
  const server = createServer(near => {
    const far = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
    near.pipe(flipping(sent, count)).pipe(far)
    far.pipe(flipping(received, count)).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  return {
    url: Object.assign(new URL(url), { port }).href.replace(/\/$/, ''),
    /** Number of bits flipped so far. */
    flipped: () => flipped,
    /** Flips a bit after this marker in requests, the given number of times. */
    flipSent: (marker: Buffer, times = 1) => void sent.add({ marker, left: times }),
    /** Flips a bit in responses. */
    flipReceived: (marker: Buffer, times = 1) => void received.add({ marker, left: times }),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type FlippingProxy = Awaited<ReturnType<typeof startFlippingProxy>>
