import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'

const ANY = 'vecto-scratch-'
const PREFIX = `${ANY}${hostname().replace(/[^A-Za-z0-9.]/g, '_')}`

let folder: string | undefined

/**
 * The folder of this process for files in transit, in the system's temporary folder (TMPDIR). Its name holds host and process,
 * so that a later start finds the files of a killed process.
 */
export const scratchFolder = () => {
  // Cleaners of temporary folders remove files that have not been used for days.
  if (folder && existsSync(folder)) return folder
  const made = mkdtempSync(path.join(tmpdir(), `${PREFIX}-${process.pid}-`))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  folder = made
  return made
}

const isAlive = (pid: number) => {
  // Containers often have the same number, one after the other.
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const pidIn = (name: string) =>
  name.startsWith(`${PREFIX}-`) ? Number(/^\d+/.exec(name.slice(PREFIX.length + 1))?.[0] ?? 0) : 0

/** The names that earlier versions gave, which hold no process. */
const FORMER = /^(vecto-(part|file|copy)-|tus-s3-incomplete-part-)/
const DAY = 86_400_000

const isOwn = (entry: string) => lstatSync(entry, { throwIfNoEntry: false })?.uid === process.getuid?.()

const isOld = (entry: string) =>
  Date.now() - (lstatSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DAY

/** A container that was made again has another host's name, and processes of other hosts cannot be looked for: those have a day. */
const isLeft = (entry: string) => {
  const name = path.basename(entry)
  const pid = pidIn(name)
  return pid > 0 ? !isAlive(pid) : (name.startsWith(ANY) || FORMER.test(name)) && isOld(entry)
}

/** Removes the files of killed processes. */
export const emptyScratch = () => {
  for (const name of readdirSync(tmpdir())) {
    const entry = path.join(tmpdir(), name)
    if (entry !== folder && isLeft(entry) && isOwn(entry)) rmSync(entry, { recursive: true, force: true })
  }
}
