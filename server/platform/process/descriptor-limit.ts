import { execFileSync } from 'node:child_process'

/** Below so many open files at a time, connections and copies of many files may fail under load. */
export const ENOUGH_DESCRIPTORS = 1024

/**
 * How many files and connections this process may have open at a time; undefined where the system does not report it.
 * Node raises the limit to the highest that its user may have, which a shell started by it inherits.
 */
export const descriptorLimit = (): number | undefined => {
  try {
    const text = execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8', timeout: 5000 }).trim()
    return text === 'unlimited' ? Number.POSITIVE_INFINITY : Number(text) || undefined
  } catch {
    return undefined
  }
}

export const RAISE_LIMIT =
  'Raise it with ulimit -n 65536 before the start, LimitNOFILE=65536 in a unit file, or --ulimit nofile=65536 of a container.'
