import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Baseline for the real server: pipes the body to disk and nothing else. */
const file = join(process.env.DATA_DIR ?? '.', 'upload')

const server = createServer(async (request, response) => {
  if (request.method === 'PATCH') await pipeline(request, createWriteStream(file))
  response.end('ok')
})

server.listen(Number(process.env.PORT), '127.0.0.1')
