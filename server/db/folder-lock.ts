import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export class FolderInUse extends Error {}

/** A process may have died and its number been given to another: its start time tells them apart (Linux). */
const identity = (pid: number) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return `${pid}`
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const holderOf = (file: string) => {
  try {
    const content = readFileSync(file, 'utf8').trim()
    const pid = Number.parseInt(content, 10)
    return Number.isInteger(pid) && isAlive(pid) && identity(pid) === content ? pid : undefined
  } catch {
    return undefined
  }
}

const claim = (file: string) => {
  try {
    writeFileSync(file, identity(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes the folder for this process alone: the embedded database has no lock of its own, and a second process
 * would lose rows silently. Waits up to `patience` ms for a holder that is about to end.
 * @returns a function that lets the folder go
 * @throws FolderInUse naming the holder's process number
 */
export const lockFolder = async (folder: string, patience = 3000) => {
  const file = path.join(folder, 'lock')
  const deadline = Date.now() + patience
  while (!claim(file)) {
    const holder = holderOf(file)
    if (holder === undefined) rmSync(file, { force: true })
    else if (Date.now() > deadline)
      throw new FolderInUse(
        `The data folder ${folder} is in use by process ${holder}. Stop that server, or start this one with another DATA_DIR.`,
      )
    else await wait(50)
  }
  return () => rmSync(file, { force: true })
}
