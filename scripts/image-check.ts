import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '~/tests/support/server/free-port'
import {
  buildImage,
  firstProcess,
  images,
  output,
  settingsOf,
  sizeOf,
  startIn,
  type Unpacked,
  withContainer,
} from './image'

/** Megabytes that the product may add to its base image. */
const MOST_MB = 450
/** Seconds within which a first start, which makes the demo data, is ready. */
const PATIENCE = 180

const inMB = (bytes: number) => Math.round(bytes / 1e6)

const checkSize = async () => {
  const [base, product] = [await sizeOf(images.base), await sizeOf(images.product)]
  const added = inMB(product - base)
  console.log(`The image: ${inMB(base)} MB of Debian and ${added} MB on top of it, of at most ${MOST_MB}.`)
  if (added > MOST_MB) throw new Error(`The image is ${added - MOST_MB} MB too large.`)
}

const isReady = async (port: number) => {
  const answer = await fetch(`http://127.0.0.1:${port}/parse/health`).catch(() => undefined)
  return answer?.status === 200
}

/** Runs a command of the image to its end. @throws if it fails */
const runIn = async (
  image: Unpacked,
  command: readonly string[],
  env?: readonly string[],
  folder?: string,
) => {
  const [code] = await once(startIn(image, command, env, folder), 'exit')
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`)
}

/** Starts the server, waits until it is ready, runs its health check, and stops it like a container engine. */
const serve = async (image: Unpacked, what: string) => {
  const port = await freePort()
  const begun = Date.now()
  const server = startIn(image, image.settings.Cmd, [`PORT=${port}`])
  while (!(await isReady(port))) {
    if (server.exitCode !== null) throw new Error('The server ended.')
    if (Date.now() - begun > PATIENCE * 1000) throw new Error(`It was not ready within ${PATIENCE} s.`)
    await sleep(100)
  }
  console.log(`${what}: ready after ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
  await runIn(image, image.settings.Healthcheck.Test.slice(1), [`PORT=${port}`])
  const stopped = Date.now()
  process.kill(firstProcess(server), 'SIGTERM')
  const [code] = await once(server, 'exit')
  console.log(`Told to stop, it ended with ${code} after ${((Date.now() - stopped) / 1000).toFixed(1)} s.`)
  if (code !== 0) throw new Error('The server did not end in order.')
}

/** `npm run image-check`: builds the image and runs it. As root, with buildah and mmdebstrap, for some minutes. */
const main = async () => {
  await buildImage()
  await checkSize()
  await withContainer(images.product, async container => {
    const volumes = mkdtempSync(join(tmpdir(), 'vecto-image-'))
    const root = output('buildah', 'mount', container)
    const image = { root, volumes, settings: settingsOf(images.product) }
    try {
      await serve(image, 'First start')
      await serve(image, 'Second start')
      await runIn(image, ['node', '/app/dist-server/doctor.js'], [], '/')
    } finally {
      rmSync(volumes, { recursive: true, force: true })
    }
  })
}

await main()
