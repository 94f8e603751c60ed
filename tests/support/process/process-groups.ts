import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** State and group of a process; both follow its name, which may contain spaces and parentheses. */
const statusOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, group: Number(group) }
  } catch {
    return { state: 'Z', group: 0 }
  }
}

const anyIn = (group: number) => {
  try {
    process.kill(-group, 0)
    return [group]
  } catch {
    return []
  }
}

/** The running processes of a group; without /proc, the group itself if any process runs. */
export const livingIn = (group: number): readonly number[] =>
  existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter(name => /^\d+$/.test(name))
        .filter(pid => {
          const status = statusOf(pid)
          return status.group === group && status.state !== 'Z'
        })
        .map(Number)
    : anyIn(group)
