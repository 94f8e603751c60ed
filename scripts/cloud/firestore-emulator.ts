import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '~/server/platform/process/machine'

/** What is on a machine. */
type Machine = {
  /** What `java -version` prints; empty without Java. */
  readonly java: string
  /** The files that the Firebase CLI has downloaded. */
  readonly downloads: readonly string[]
}

/** Firestore's emulator, or why it cannot be run. */
export type FoundFirestore = { readonly version: string } | { readonly lacking: string }

const JAR = /^cloud-firestore-emulator-v(\d+)\.(\d+)\.(\d+)\.jar$/

/** Versions from this one on need Java 21, which the Firebase CLI requires since its version 15; earlier ones Java 11. */
const FIRST_OF_21 = [1, 20] as const

type Version = readonly [major: number, minor: number, patch: number]

const isBelow = (one: readonly number[], other: readonly number[]) => {
  const at = other.findIndex((part, index) => part !== one[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}

const versionIn = (name: string): Version | undefined => {
  const [, major, minor, patch] = JAR.exec(name) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

const javaFor = (version: Version) => (isBelow(version, FIRST_OF_21) ? 11 : 21)

/** The major version of Java; before 9 it called itself 1.8. */
export const javaVersion = (text: string) => {
  const [, major, minor] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return Number(major === '1' ? minor : (major ?? 0))
}

/** Chooses the newest emulator of Firestore that this machine can run. */
export const chooseFirestore = ({ java, downloads }: Machine): FoundFirestore => {
  const versions = downloads.map(versionIn).filter(version => version !== undefined)
  if (versions.length === 0) return { lacking: 'the Firebase CLI has not downloaded it' }
  const has = javaVersion(java)
  const usable = versions.filter(version => javaFor(version) <= has)
  const newest = usable.reduce<Version | undefined>(
    (best, version) => (best && !isBelow(best, version) ? best : version),
    undefined,
  )
  if (newest) return { version: newest.join('.') }
  const needed = Math.min(...versions.map(javaFor))
  return { lacking: has ? `it needs Java ${needed}, this is ${has}` : `it needs Java ${needed}` }
}

/** Where the Firebase CLI keeps emulators. */
export const downloadFolder = () =>
  process.env.FIREBASE_EMULATORS_PATH || join(homedir(), '.cache/firebase/emulators')

const namesIn = (folder: string) => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Looks for Firestore's emulator on this machine; downloads nothing. */
export const findFirestore = (): FoundFirestore => {
  const java = findProgram('java')
  const { stderr = '' } = java ? spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 30_000 }) : {}
  return chooseFirestore({ java: stderr, downloads: namesIn(downloadFolder()) })
}
