import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const files = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter(name => name && existsSync(name))

/** Copies the project's files to a new git repository, so that changes can be counted; node_modules is shared. */
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
  /** Runs a program of a package, or a script by `--import tsx`, without blocking the event loop. */
  const node = (args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      maxBuffer: 1 << 26,
    }).catch(error => {
      // Type checker and linter print errors to standard output.
      throw new Error(`${error.message}\n${String(error.stdout).slice(0, 4000)}`)
    })
  const run = (program: string, args: readonly string[], env?: Record<string, string>) =>
    node([join('node_modules', program), ...args], env)
  const script = (name: string, ...args: string[]) => node(['--import', 'tsx', `scripts/${name}.ts`, ...args])
  /** Formats and lints the files that differ from the project. */
  const lint = (...options: string[]) => {
    git('add', '-A')
    const places = ['model', 'i18n', 'engine', 'server', 'src']
    const changed = git('diff', '--cached', '--name-only', '--diff-filter=d', '--', ...places)
      .trim()
      .split('\n')
    return run('@biomejs/biome/bin/biome', ['check', '--files-ignore-unknown=true', ...options, ...changed])
  }
  return {
    folder,
    git,
    node,
    run,
    lint,
    script,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
