import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest'
import { FolderInUse, lockFolder, readLease } from '~/server/platform/database/folder-lock'
import { findProgram } from '~/server/platform/process/machine'
import { renewForeignLease, writeForeignLease } from '../support/database/foreign-lease'

const needsFlock = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findProgram('flock'), 'the program flock is missing: install util-linux')

const times = { renew: 40, abandoned: 400 }
const soon = { patience: 100, times }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-lock-'))
})

describe('the lock of a data folder, between processes of one machine', () => {
  beforeEach(context => needsFlock(context))

  it('locks a data folder for one process, names it to others, and unlocks on release', async () => {
    const lock = await lockFolder(folder, soon)
    await expect(lockFolder(folder, soon)).rejects.toThrow(FolderInUse)
    await expect(lockFolder(folder, soon)).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${process.pid} on .* DATA_DIR`),
    )
    lock.release()
    expect(existsSync(join(folder, 'lease'))).toBe(false)
    ;(await lockFolder(folder, soon)).release()
  })

  it('waits for the process that holds the folder lock to end', async () => {
    const lock = await lockFolder(folder, soon)
    setTimeout(() => lock.release(), 150)
    ;(await lockFolder(folder, { patience: 5000, times })).release()
  })

  it('releases the folder lock immediately when its process is killed, although the lease file exists', async () => {
    const program = `import { lockFolder } from './server/platform/database/folder-lock'
      await lockFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => undefined, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program])
    await once(child.stdout, 'data')
    await expect(lockFolder(folder, soon)).rejects.toThrow(FolderInUse)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(readLease(join(folder, 'lease'))?.pid).toBe(child.pid)
    const waits: string[] = []
    ;(await lockFolder(folder, { patience: 1000, onWait: reason => waits.push(reason) })).release()
    expect(waits).toEqual([])
  })

  it('holds the folder lock as long as a child process that inherited it', async () => {
    const lock = await lockFolder(folder, soon)
    const heir = spawn('sleep', ['60'], { stdio: ['ignore', 'ignore', 'ignore', lock.descriptor] })
    lock.release()
    await expect(lockFolder(folder, soon)).rejects.toThrow(FolderInUse)
    const ended = once(heir, 'exit')
    heir.kill('SIGKILL')
    await ended
    ;(await lockFolder(folder, soon)).release()
  })
})

describe('the lease of a data folder, between machines that share it', () => {
  it('refuses a data folder whose lease another machine renews, naming machine and time', async () => {
    const stop = renewForeignLease(folder, times.renew)
    const waits: string[] = []
    const refused = lockFolder(folder, { ...soon, onWait: reason => waits.push(reason) })
    await expect(refused).rejects.toThrow(/in use by process 4711 on other-machine, since 20.*renewed 20/)
    stop()
    expect(waits).toHaveLength(1)
    expect(readLease(join(folder, 'lease'))?.host).toBe('other-machine')
  })

  it('takes over a lease that is not renewed, independent of the other machine’s clock', async () => {
    writeForeignLease(folder, { renewedAt: '2999-01-01T00:00:00.000Z' })
    const began = performance.now()
    const lock = await lockFolder(folder, soon)
    expect(performance.now() - began).toBeGreaterThan(times.abandoned)
    expect(readLease(join(folder, 'lease'))?.pid).toBe(process.pid)
    lock.release()
  })

  it('observes an unreadable lease before taking it over', async () => {
    writeFileSync(join(folder, 'lease'), '\0'.repeat(1024))
    const waits: string[] = []
    ;(await lockFolder(folder, { ...soon, onWait: reason => waits.push(reason) })).release()
    expect(waits).toHaveLength(1)
  })

  it('gives a lease to one of two machines that take it over together', async () => {
    writeForeignLease(folder)
    const taking = lockFolder(folder, { times: { renew: 400, abandoned: 800 } })
    const isOurs = () => readLease(join(folder, 'lease'))?.pid === process.pid
    while (!isOurs()) await sleep(10)
    writeForeignLease(folder, { host: 'a-third-machine' })
    await expect(taking).rejects.toThrow(/a-third-machine/)
    expect(readLease(join(folder, 'lease'))?.host).toBe('a-third-machine')
  })

  it('notifies the former holder of a stolen lease once, and leaves the new lease unchanged', async () => {
    const told: string[] = []
    const lock = await lockFolder(folder, { ...soon, onStolen: reason => told.push(reason) })
    const thief = writeForeignLease(folder)
    await sleep(times.renew * 5)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('taken over by process 4711 on other-machine')
    lock.release()
    expect(readLease(join(folder, 'lease'))).toEqual(thief)
  })

  it('renews the lease of a locked data folder', async () => {
    const lock = await lockFolder(folder, soon)
    const before = readFileSync(join(folder, 'lease'), 'utf8')
    await sleep(times.renew * 5)
    expect(readFileSync(join(folder, 'lease'), 'utf8')).not.toBe(before)
    lock.release()
  })
})

describe('without the program flock', () => {
  const path = process.env.PATH
  beforeEach(() => {
    process.env.PATH = ''
  })
  afterEach(() => {
    process.env.PATH = path
  })

  it('the lease alone protects a data folder between processes of one machine', async () => {
    const lock = await lockFolder(folder, soon)
    await expect(lockFolder(folder, soon)).rejects.toThrow(FolderInUse)
    lock.release()
    ;(await lockFolder(folder, soon)).release()
  })
})
