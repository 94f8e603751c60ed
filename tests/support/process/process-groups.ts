import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** State, parent and group of a process; they follow its name, which may contain spaces and parentheses. */
const statusOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent), group: Number(group) }
  } catch {
    return { state: 'Z', parent: 0, group: 0 }
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

const running = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => ({ pid: Number(pid), ...statusOf(pid) }))
    .filter(({ state }) => state !== 'Z')

/** The groups of the running children of a process, other than its own. */
export const groupsUnder = (parent: number): readonly number[] => {
  const own = statusOf(String(parent)).group
  const groups = running().filter(each => each.parent === parent && each.group !== own)
  return [...new Set(groups.map(({ group }) => group))]
}

/** The running processes of a group; without /proc, the group itself if any process runs. */
export const livingIn = (group: number): readonly number[] =>
  existsSync('/proc/self/stat')
    ? running()
        .filter(each => each.group === group)
        .map(({ pid }) => pid)
    : anyIn(group)
