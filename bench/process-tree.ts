import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from './cpu'
import { residentMb } from './memory'

/** A process and all below it, from /proc; only the process itself on other systems than Linux. */
const treeOf = (pid: number): number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(treeOf)]
  } catch {
    return [pid]
  }
}

const memoryOf = (pid: number) =>
  treeOf(pid)
    .map(residentMb)
    .filter(mb => !Number.isNaN(mb))
    .reduce((sum, mb) => sum + mb, 0)

/** Milliseconds between samples. */
const interval = 100
/** CPU time takes reading all processes: every so many samples. */
const seldom = 5

export type Cost = {
  readonly seconds: number
  /** CPU time of all processes, as of the last sample. */
  readonly cpu: number
  /** Maximum of the resident memory of all processes together. */
  readonly mb: number
}

/** What a program costs, with its child processes. */
export const costOf = async (command: readonly string[], input = ''): Promise<Cost> => {
  const [program = '', ...args] = command
  const start = performance.now()
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const { pid } = child
  if (pid === undefined) throw new Error(`${program} does not start.`)
  let [mb, cpu, samples, said] = [0, 0, 0, '']
  const timer = setInterval(() => {
    mb = Math.max(mb, memoryOf(pid))
    if (samples % seldom === 0) cpu = Math.max(cpu, cpuSeconds([pid]))
    samples += 1
  }, interval)
  child.stderr?.on('data', chunk => {
    said = (said + chunk).slice(-4000)
  })
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`)
  return { seconds: (performance.now() - start) / 1000, cpu, mb }
}
