import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const files = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter(name => name && existsSync(name))

/** The project's files in a folder of their own, a git repository so that changes can be counted; packages are shared. */
export const copyProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-copy-'))
  for (const name of files()) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(name, join(folder, name))
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@test.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'as it is')
  const run = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
    execFileSync(process.execPath, [join('node_modules', program), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      stdio: 'pipe',
    })
  return { folder, git, run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
