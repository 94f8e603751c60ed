import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to a server on which these bytes are sent, and nothing more. */
export const sendPart = async (url: string, bytes: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  // What is not read keeps a socket from closing.
  socket.resume()
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** The headers of a request, whose body is announced to be this long. */
export const headersOf = (method: string, path: string, length: number, more: readonly string[] = []) =>
  [`${method} /parse/${path} HTTP/1.1`, 'Host: test', `Content-Length: ${length}`, ...more, '', ''].join(
    '\r\n',
  )
