import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { messageOf } from '~/model/errors'
import { asObject, textIn } from '~/model/objects'

/** Every process that may write to the data folder may send commands: the socket has the permissions of the database's. */
const socketIn = (folder: string) => path.join(path.resolve(folder), '.control')

type Commands = Readonly<Record<string, (body: unknown) => Promise<object>>>

/**
 * Takes commands of operators while the server runs: the embedded database serves this process alone, so a command
 * cannot open it. Only the holder of the folder's lock may call this.
 */
export const serveControl = async (folder: string, commands: Commands) => {
  const socket = socketIn(folder)
  rmSync(socket, { force: true })
  const server = createServer((incoming, response) => {
    const run = commands[incoming.url?.slice(1) ?? '']
    const answer = async () => {
      if (!run)
        throw new Error('This server does not know the command: restart it, its version is another one')
      return run(JSON.parse(await text(incoming)))
    }
    answer().then(
      done => response.end(JSON.stringify(done)),
      error => response.writeHead(422).end(JSON.stringify({ message: messageOf(error) })),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  chmodSync(socket, 0o600)
  return {
    close: () => {
      server.close()
      rmSync(socket, { force: true })
    },
  }
}

/**
 * Has the server that runs on a data folder carry out a command.
 * @returns undefined if no server takes commands there
 * @throws Error with the server's reason
 */
export const callControl = (folder: string, command: string, body: object) =>
  new Promise<Readonly<Record<string, unknown>> | undefined>((resolve, reject) => {
    const calling = request({ socketPath: socketIn(folder), path: `/${command}`, method: 'POST' }, response =>
      text(response).then(answer => {
        const read = asObject(JSON.parse(answer))
        if (response.statusCode === 200) resolve(read)
        else reject(new Error(textIn(read, 'message') ?? 'The server refused the command'))
      }, reject),
    )
    calling.on('error', (error: NodeJS.ErrnoException) =>
      ['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '') ? resolve(undefined) : reject(error),
    )
    calling.end(JSON.stringify(body))
  })
