import { readdirSync, readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly seconds: number }

/** Clock ticks per second, the unit of CPU time in /proc. */
const TICKS = 100

/** CPU time of a process and its terminated children, from /proc/<pid>/stat. */
const read = (pid: number): Process[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, which precedes these fields, may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
    return [{ pid, parent: fields[1] ?? 0, seconds: ticks / TICKS }]
  } catch {
    return []
  }
}

const processes = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => read(Number(name)))

const treeOf = (all: readonly Process[], pid: number): Process[] => [
  ...all.filter(one => one.pid === pid),
  ...all.filter(one => one.parent === pid).flatMap(one => treeOf(all, one.pid)),
]

/** CPU time of these processes and their children, in seconds. */
export const cpuSeconds = (pids: readonly number[]) => {
  const all = processes()
  return pids.flatMap(pid => treeOf(all, pid)).reduce((sum, { seconds }) => sum + seconds, 0)
}
