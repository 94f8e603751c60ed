import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/server/free-port'
import { startProcess } from '../support/server/server-process'

const stub = (port: number) => [
  '-e',
  `require('node:http').createServer((q, s) => s.end('ok')).listen(${port}, '127.0.0.1'); console.log('up')`,
]

describe('a server process of tests', () => {
  it('resolves when the health URL responds, and ends the process with the given signal', async () => {
    const port = await freePort()
    const server = await startProcess(stub(port), {}, `http://127.0.0.1:${port}/`)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok')
    expect(server.output()).toContain('up')
    await server.end('SIGTERM')
    expect(server.child.signalCode).toBe('SIGTERM')
  })

  it('kills a server process with SIGKILL', async () => {
    const port = await freePort()
    const server = await startProcess(stub(port), {}, `http://127.0.0.1:${port}/`)
    await server.end('SIGKILL')
    await sleep(10)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  })

  it('rejects with the process’s output if it exits at the start', async () => {
    const failing = ['-e', "console.error('no such setting'); process.exit(3)"]
    await expect(startProcess(failing, {}, 'http://127.0.0.1:1/')).rejects.toThrow(
      /ended \(3\)[\s\S]*no such setting/,
    )
  })
})
