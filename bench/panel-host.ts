import { createReadStream, existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '~/tests/support/server/free-port'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const compressible = /\.(html|js|css|json|svg)$/

/** Compresses ahead of time, like the panel's build, so that no request waits for it. */
const compress = async (folder: string) => {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name)
    if (compressible.test(name) && !existsSync(`${file}.gz`))
      await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }))
  }
}

/**
 * Serves a built panel with gzip and forwards `/parse` to a server, so that both panels are served in the same way.
 * @returns the URL, and a function that stops it
 */
export const hostPanel = async (folder: string, backend: string) => {
  await compress(folder)
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://x').pathname
    if (path.startsWith('/parse')) {
      const passed = request(
        new URL(incoming.url ?? '/', backend),
        { method: incoming.method, headers: incoming.headers },
        answer => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      passed.on('error', () => outgoing.destroy())
      outgoing.on('close', () => passed.destroy())
      incoming.pipe(passed)
      return
    }
    const asked = join(folder, normalize(path))
    const isFile = extname(path) !== '' && existsSync(asked)
    const file = isFile ? asked : join(folder, 'index.html')
    const packed = existsSync(`${file}.gz`)
    outgoing.writeHead(200, {
      'Content-Type': types[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': isFile ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(packed && { 'Content-Encoding': 'gzip' }),
    })
    createReadStream(packed ? `${file}.gz` : file).pipe(outgoing)
  })
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}
