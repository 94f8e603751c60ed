import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a connection to a server and sends only these bytes. */
export const sendPart = async (url: string, bytes: string): Promise<Socket> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  // Unread data keeps a socket from closing.
  socket.resume()
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

/** The head of a request with this Content-Length. */
export const headersOf = (method: string, path: string, length: number, more: readonly string[] = []) =>
  [`${method} /parse/${path} HTTP/1.1`, 'Host: test', `Content-Length: ${length}`, ...more, '', ''].join(
    '\r\n',
  )
