import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { api } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { startServer } from '../support/server/test-server'
import { until } from '../support/video/video-jobs'

let end = async () => {}
afterEach(() => end())

/** A pipe that is never read; the kernel buffers 64 KiB. */
const unreadPipe = () => {
  const path = join(mkdtempSync(join(tmpdir(), 'vecto-log-')), 'pipe')
  execFileSync('mkfifo', [path])
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
}

/** Starts the server with standard output and error at this descriptor. */
const startWithOutput = async (output: number | 'pipe') => {
  const server = await startServer()
  const { env, url, dataDir } = server
  process.kill(server.pid() ?? 0, 'SIGTERM')
  await once(server.process(), 'exit')
  const child = spawn(process.execPath, [compiled('server')], {
    env: { ...process.env, ...env, LOG_LEVEL: 'trace', DATA_DIR: dataDir },
    stdio: ['ignore', output, output],
  })
  end = async () => {
    child.kill('SIGKILL')
    await server.stop()
  }
  const health = () =>
    fetch(`${url}/parse/health`).then(
      response => response.status,
      () => 0,
    )
  await until(health, status => status === 200)
  return { url, child }
}

describe.skipIf(process.platform !== 'linux')('a server whose log cannot be written', () => {
  const answersAndEnds = async (output: number | 'pipe') => {
    const { url, child } = await startWithOutput(output)
    const call = api(url)
    const { body } = await until(
      async () => {
        await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}/parse/config`)))
        return call.get('health')
      },
      ({ body }) => body.log === 'dropping',
    )
    expect(body).toMatchObject({ status: 'ok', log: 'dropping' })
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  }

  it('answers, reports dropped lines and exits on SIGTERM when the log disk is full', long, () =>
    answersAndEnds(openSync('/dev/full', 'w')),
  )

  it('answers, reports dropped lines and exits on SIGTERM when the log pipe is not read', long, () =>
    answersAndEnds(unreadPipe()),
  )

  it('answers, reports dropped lines and exits on SIGTERM when the log socket is not read', long, () =>
    answersAndEnds('pipe'),
  )
})
