import { type SpawnOptions, spawn } from 'node:child_process'

export type RunOptions = Pick<SpawnOptions, 'cwd' | 'stdio'> & {
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program with this one's own output; resolves to its exit code, 127 where it cannot be started. */
export const run = (command: string, args: readonly string[], { env, ...options }: RunOptions = {}) =>
  new Promise<number>(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', ...options, env: { ...process.env, ...env } })
    child.on('error', error => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.on('close', code => resolve(code ?? 1))
  })

/** Runs a package's own command with this Node, so that neither npx nor PATH matters. */
export const runPackage = (script: string, args: readonly string[], options?: RunOptions) =>
  run(process.execPath, [`node_modules/${script}`, ...args], options)
