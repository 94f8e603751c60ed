import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { commandOf } from '~/server/platform/process/project'
import type { RunOptions } from '~/server/platform/process/run-program'
import { type Failure, runTool } from '~/server/video/ffmpeg'
import { long } from '../support/process/long'

const cwd = mkdtempSync(join(tmpdir(), 'vecto-run-'))
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  cwd,
  signal: new AbortController().signal,
  ...more,
})
const shell = (script: string, more?: Partial<RunOptions>) =>
  runTool('/bin/sh', ['-c', script], options(more))

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    // A zombie that its new parent has not reaped yet no longer runs.
    return !/^State:\s+Z/m.test(execFileSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }))
  } catch {
    return false
  }
}
const untilGone = async (pid: number) => {
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(50)
  return !isAlive(pid)
}

describe('running a program', () => {
  it('passes the environment to a program without the server’s settings, which hold passwords', async () => {
    const lines: string[] = []
    const secrets = ['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET', 'PUSH_PRIVATE_KEY', 'DEMO_PASSWORD']
    for (const name of secrets) process.env[name] = 'hidden'
    process.env.OWN_TO_THE_ENGINE = 'seen'
    await shell('env', { onLine: line => lines.push(line) })
    for (const name of [...secrets, 'OWN_TO_THE_ENGINE']) delete process.env[name]
    expect(lines).toContain('OWN_TO_THE_ENGINE=seen')
    expect(lines.filter(line => line.includes('hidden'))).toEqual([])
  })

  it('passes the input to a program and returns its output lines and exit code', async () => {
    const [lines, log] = [[] as string[], [] as string[]]
    const ended = await shell('cat; echo there >&2; exit 3', {
      input: 'one\ntwo\n',
      onLine: line => lines.push(line),
      onLog: line => log.push(line),
    })
    expect([ended.code, ended.tail, lines, log]).toEqual([3, 'there\n', ['one', 'two'], ['there']])
  })

  it('passes arguments to a program without interpretation by a shell', async () => {
    const lines: string[] = []
    await runTool(
      '/usr/bin/printf',
      ['%s\n', '$(id) "q" *', ''],
      options({ onLine: line => lines.push(line) }),
    )
    expect(lines).toEqual(['$(id) "q" *', ''])
  })

  it('runs the project’s own programs from source in any folder', async () => {
    const [program = '', ...args] = commandOf('engine')
    const lines: string[] = []
    const { code, tail } = await runTool(
      program,
      args,
      options({ input: '{}', onLine: line => lines.push(line) }),
    )
    expect([code, tail]).toEqual([2, ''])
    expect(lines.map(line => JSON.parse(line))).toMatchObject([{ error: { code: 'bad_request' } }])
  })

  it('returns exit code 127 for a program that does not exist', async () => {
    expect((await runTool('/no/such/program', [], options())).code).toBe(127)
  })

  it('aborting a program lets it clean up on SIGTERM', async () => {
    const stop = new AbortController()
    const lines: string[] = []
    const gentle = shell('trap "echo tidy; exit 0" TERM; echo on; while :; do sleep 0.05; done', {
      signal: stop.signal,
      onLine: line => {
        lines.push(line)
        if (line === 'on') stop.abort(new Error('enough'))
      },
    })
    await expect(gentle).rejects.toThrow('enough')
    expect(lines).toEqual(['on', 'tidy'])
  })

  it('kills a program that ignores SIGTERM five seconds after it is aborted', long, async () => {
    const stop = new AbortController()
    const lines: string[] = []
    const stubborn = shell('trap "" TERM; echo $$; while :; do sleep 0.05; done', {
      signal: stop.signal,
      onLine: line => {
        lines.push(line)
        stop.abort(new Error('enough'))
      },
    })
    await expect(stubborn).rejects.toThrow('enough')
    expect(lines).toEqual([expect.stringMatching(/^\d+$/)])
    expect(await untilGone(Number(lines[0]))).toBe(true)
  })

  it('stops a program that is aborted at any moment of its start', async () => {
    const startedAndStopped = async (milliseconds: number) => {
      const stop = new AbortController()
      const running = shell('sleep 60', { signal: stop.signal })
      setTimeout(() => stop.abort(new Error('enough')), milliseconds)
      await expect(running).rejects.toThrow('enough')
    }
    // A program that misses the signal while it starts is killed after 5 s.
    await Promise.all(Array.from({ length: 20 }, (_, wait) => startedAndStopped(wait / 2)))
  })

  it('fails with no_answer and kills child processes when a program is silent for too long', async () => {
    let pid = 0
    const onLine = (line: string) => {
      pid = Number(line)
    }
    const stuck = shell('sleep 60 & echo $!; wait', { silence: 1, onLine })
    await expect(stuck).rejects.toMatchObject({
      name: 'Failure',
      code: 'no_answer',
    } satisfies Partial<Failure>)
    expect(await untilGone(pid)).toBe(true)
  })

  it('fails with no_answer when a program exceeds its time limit, however much it prints', async () => {
    const endless = shell('while :; do echo on; sleep 0.05; done', { limit: 1, silence: 5 })
    await expect(endless).rejects.toMatchObject({
      code: 'no_answer',
      message: '/bin/sh did not end within 1 s',
    })
  })

  it('kills a program that writes without end and fails with too_much_output', async () => {
    const endless = shell('yes', { maxOutput: 1_000_000 })
    await expect(endless).rejects.toMatchObject({ name: 'Failure', code: 'too_much_output' })
    const errors = shell('yes >&2', { maxOutput: 1_000_000 })
    await expect(errors).rejects.toMatchObject({ name: 'Failure', code: 'too_much_output' })
  })

  it('truncates a line that exceeds the maximum length of a string', async () => {
    const lines: string[] = []
    const { code } = await shell('head -c 600000000 /dev/zero | tr "\\0" x; echo; echo last', {
      maxOutput: 2 ** 40,
      onLine: line => lines.push(line),
    })
    expect([code, lines.map(line => line.length)]).toEqual([0, [65_536, 4]])
  })

  it('fails with the error that handling one of the program’s lines threw', async () => {
    const failing = shell('echo one; sleep 60', {
      onLine: () => {
        throw new Error('cannot handle that')
      },
    })
    await expect(failing).rejects.toThrow('cannot handle that')
  })

  it.runIf(process.platform === 'linux')('limits the memory of a program', async () => {
    const allocate = [process.execPath, '-e', 'Buffer.alloc(700 * 1024 ** 2, 1); console.log("allocated")']
    const [program = '', ...args] = allocate
    const linesWith = async (memory: number) => {
      const lines: string[] = []
      await runTool(program, args, options({ memory, onLine: line => lines.push(line) }))
      return lines
    }
    expect(await linesWith(4 * 1024 ** 3)).toEqual(['allocated'])
    expect(await linesWith(512 * 1024 ** 2)).toEqual([])
  })

  it('ends a program and its child processes with the process that runs it', async () => {
    const code = `import('./server/platform/process/run-program.ts').then(({ run }) => run('/bin/sh', ['-c', 'sleep 60 & echo $! $$; wait'],
      { cwd: '/tmp', signal: new AbortController().signal, onLine: line => console.log(line) }))`
    const parent = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Promise<string>(resolve =>
      parent.stdout.once('data', data => resolve(String(data))),
    )
    const pids = said.trim().split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    parent.kill('SIGKILL')
    for (const pid of pids) expect(await untilGone(pid)).toBe(true)
  })
})
