import { readdirSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { clearBackup, findManifest, isComplete, isReusable, type Manifest } from './manifest'

type SnapshotState = 'off' | 'ok' | 'failing'

/** Outcome of the last automatic snapshot, for health: otherwise only the log would have it. */
export const createSnapshotState = (isOn: boolean) => {
  let state: SnapshotState = isOn ? 'ok' : 'off'
  return {
    state: () => state,
    record: (outcome: 'ok' | 'failing') => {
      state = outcome
    },
  }
}

export type SnapshotStates = ReturnType<typeof createSnapshotState>

export type Snapshot = { readonly folder: string; readonly manifest: Manifest }

/** A snapshot is named after its time, so that names sort chronologically. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export const isSnapshotName = (name: string) => NAME.test(name)

export const snapshotName = (time: Date) => time.toISOString().replace(/[:.]/g, '-')

const foldersIn = (parent: string) => {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => entry.name)
      .sort()
      .reverse()
  } catch {
    return []
  }
}

const snapshotsIn = (parent: string) =>
  foldersIn(parent)
    .filter(isSnapshotName)
    .map(name => path.join(parent, name))

const opened = (folder: string): Snapshot[] => {
  const manifest = findManifest(folder)
  return manifest ? [{ folder, manifest }] : []
}

/** The newest complete snapshot. @param until leaves out those that were named later, by a clock that was ahead */
export const newestSnapshot = (parent: string, until?: Date): Snapshot | undefined => {
  for (const folder of snapshotsIn(parent)) {
    if (until && path.basename(folder) > snapshotName(until)) continue
    const [found] = opened(folder)
    if (found) return found
  }
  return undefined
}

/** The newest complete backup among the folders of `parent`, whatever their names. */
export const newestBackup = (parent: string): Snapshot | undefined =>
  foldersIn(parent)
    .flatMap(name => opened(path.join(parent, name)))
    .sort((a, b) => b.manifest.createdAt.localeCompare(a.manifest.createdAt))[0]

const remove = (folder: string) => {
  clearBackup(folder)
  rmdirSync(folder)
}

/** Removes the remains of interrupted snapshots. */
export const removeUnfinished = (parent: string) => snapshotsIn(parent).filter(isReusable).forEach(remove)

/** Removes the oldest complete snapshots beyond `keep`; folders with other names are left alone. */
export const rotate = (parent: string, keep: number) =>
  snapshotsIn(parent).filter(isComplete).slice(keep).forEach(remove)
