import { rmSync } from 'node:fs'
import { login } from '~/tests/support/server/api'
import { newDataFolder } from '~/tests/support/server/data-folder'
import { freePort } from '~/tests/support/server/free-port'
import { startProcess } from '~/tests/support/server/server-process'
import { demoPassword, startServer, type TestServer } from '~/tests/support/server/test-server'
import { type FilmBytes, filmBytes } from './film-bytes'
import { median } from './load'
import { memoryDuring } from './memory'
import type { Row } from './report'
import { sendBody, type TusClient, tusClient } from './tus-client'

const size = 2 ** 30
const rounds = 5

const rateOf = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return size / 1e6 / ((performance.now() - start) / 1000)
}

const startBare = async () => {
  // On the same disk, or in memory, as the data of the server.
  const folder = newDataFolder('bare')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const env = { PORT: String(port), DATA_DIR: folder }
  const server = await startProcess(['--import', 'tsx', 'bench/bare-upload-server.ts'], env, url)
  const stop = async () => {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}

const uploadOnce = async (client: TusClient, film: FilmBytes) => {
  const url = await client.create(film.size)
  await client.send(url, 0, film.from(0))
  return url
}

/** Alternates between both servers, so that other load of the machine affects both equally. */
async function* rateRows(server: TestServer, client: TusClient, film: FilmBytes): AsyncGenerator<Row> {
  const bare = await startBare()
  await uploadOnce(client, await filmBytes(2 ** 24))
  const [ours, theirs, memory]: [number[], number[], { before: number; most: number }[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    memory.push(
      await memoryDuring(server.pid(), async () => ours.push(await rateOf(() => uploadOnce(client, film)))),
    )
    theirs.push(await rateOf(() => sendBody(bare.url, film.from(0), {})))
  }
  await bare.stop()
  yield { what: '1 GiB by tus', value: median(ours), unit: 'MB/s' }
  yield { what: '1 GiB piped to disk by a bare server', value: median(theirs), unit: 'MB/s' }
  yield { what: 'share of the bare server', value: median(ours) / median(theirs), unit: '', least: 0.65 }
  const most = Math.max(...memory.map(round => round.most))
  yield { what: "the server's memory, at most", value: most, unit: 'MB' }
  yield { what: 'that is more than before by', value: most - (memory[0]?.before ?? 0), unit: 'MB', most: 100 }
}

const md5Of = (descriptor: unknown) =>
  descriptor && typeof descriptor === 'object' && 'md5Hash' in descriptor ? descriptor.md5Hash : undefined

/** Kills the server when half is sent, restarts it and resumes the upload. */
async function* resumeRows(server: TestServer, client: TusClient, film: FilmBytes): AsyncGenerator<Row> {
  const url = await client.create(size)
  let sent = 0
  let killed: Promise<void> | undefined
  const body = film.from(0, total => {
    sent = total
    if (total >= size / 2) killed ??= server.kill9()
  })
  await client.send(url, 0, body).catch(() => undefined)
  await killed
  await server.restart()
  const stored = await client.storedBytes(url)
  let again = 0
  const rest = film.from(stored, total => {
    again = total
  })
  await client.send(url, stored, rest)
  const same = md5Of(await client.descriptor(url)) === (await film.md5())
  yield { what: 'kill -9 at half: stored before it', value: (stored / size) * 100, unit: '%', least: 40 }
  yield { what: 'sent, but not stored when the server died', value: (sent - stored) / 1e6, unit: 'MB' }
  yield { what: 'sent again although stored', value: stored + again - size, unit: 'bytes', most: 0 }
  yield { what: 'MD5 of the whole is right (1: yes)', value: same ? 1 : 0, unit: '', least: 1 }
}

/** Uploads a video of 1 GiB, generated while it is sent, to the server as `npm start` runs it. */
export async function* upload(): AsyncGenerator<Row> {
  const server = await startServer({ demo: true, database: 'pglite' })
  // Creating the demo data takes memory that would hide the memory of uploads.
  await server.restart()
  const { token } = await login(server.url, 'root@demo.example', demoPassword)
  const client = tusClient(server.url, token ?? '')
  const film = await filmBytes(size)
  yield* rateRows(server, client, film)
  yield* resumeRows(server, client, film)
  await server.stop()
}
