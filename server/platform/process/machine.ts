import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

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

/**
 * Makes glibc request large pages from Linux: hashing a password touches 34 MB, which would cost thousands of page
 * faults. It must be in the environment before a program starts: package.json and deploy/Dockerfile
 * have it too. Other systems ignore it.
 */
export const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' } as const

/** Whether an executable file exists at this path. */
export const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of the first of these programs that is found on PATH. */
export const findProgram = (...names: readonly string[]) =>
  names
    .flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name)))
    .find(isProgram)
