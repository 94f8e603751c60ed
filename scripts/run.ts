import { type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type RunOptions = Pick<SpawnOptions, 'cwd' | 'stdio'> & {
  readonly env?: Readonly<Record<string, string>>
  /** Its output goes through this process, line by line, so that it has no terminal for progress displays. */
  readonly isForwarded?: boolean
}

/** Whole lines, so that those of two programs do not mix. */
const forward = (from: Readable | null, to: NodeJS.WritableStream) => {
  if (from) createInterface({ input: from }).on('line', line => to.write(`${line}\n`))
}

/** Runs a program with inherited output; resolves to its exit code, 127 if it cannot be started. */
export const run = (
  command: string,
  args: readonly string[],
  { env, isForwarded = false, ...options }: RunOptions = {},
) =>
  new Promise<number>(resolve => {
    const stdio = isForwarded ? 'pipe' : 'inherit'
    const child = spawn(command, args, { stdio, ...options, env: { ...process.env, ...env } })
    forward(child.stdout, process.stdout)
    forward(child.stderr, process.stderr)
    child.on('error', error => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.on('close', code => resolve(code ?? 1))
  })

/** Runs a package's own command with this Node, so that neither npx nor PATH matters. */
export const runPackage = (script: string, args: readonly string[], options?: RunOptions) =>
  run(process.execPath, [`node_modules/${script}`, ...args], options)
