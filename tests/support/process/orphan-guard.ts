import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

// The pipe to this shell closes when our process ends for any reason, kill -9 included. The shell waits at most ten
// seconds for the guarded process, since a zombie that is not reaped never ends.
const script = `cat >/dev/null
kill -"$1" "$2" 2>/dev/null
i=0; while kill -0 "$2" 2>/dev/null && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done
[ -z "$3" ] || rm -rf -- "$3"`

export type Guard = {
  /** Ends the guarded process and removes the folder now. */
  readonly finish: () => Promise<void>
  /** Ends the guard without touching the process or the folder. */
  readonly release: () => void
}

const start = (signal: string, pid: number, folder: string): ChildProcess => {
  // Its own process group: Ctrl-C must not end the guard before its work is done.
  const options = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] as ('pipe' | 'ignore')[] }
  const shell = spawn('sh', ['-c', script, 'guard', signal, String(pid), folder], options)
  shell.unref()
  if (shell.stdin && 'unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return shell
}

/** Sends `signal` to `pid` and removes `folder` when this process ends for any reason. */
export const guard = (pid: number, signal: 'KILL' | 'QUIT' | 'INT', folder = ''): Guard => {
  const shell = start(signal, pid, folder)
  const finish = async () => {
    const ended = shell.exitCode === null ? once(shell, 'exit') : undefined
    shell.ref()
    shell.stdin?.end()
    await ended
  }
  return { finish, release: () => shell.kill('SIGKILL') }
}
