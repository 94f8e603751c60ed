import type { FileDescriptor } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { FileDamaged, FileMissing } from '~/server/platform/storage/file-store'
import { copyToPath } from '~/server/platform/storage/local-files'
import { Failure } from '~/server/video/ffmpeg'
import type { JobRun } from './job-run'
import { part } from './work-folder'

const failureOf = (error: unknown, { label }: FileDescriptor) => {
  if (error instanceof FileMissing) return new Failure('file_missing', `${label} is not in the file store`)
  if (error instanceof FileDamaged)
    return new Failure('file_damaged', `${label} is damaged in the file store`)
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  return isFull ? new Failure('disk_full', `${label} does not fit on the worker's disk`) : error
}

let last: Promise<unknown> = Promise.resolve()

/** Copies one file after the other: of two runs that share a folder, the second finds the copy of the first. */
const inTurn = <T>(copy: () => Promise<T>): Promise<T> => {
  const copied = last.then(copy)
  last = copied.catch(() => undefined)
  return copied
}

/**
 * The path of a stored file on this machine, as ffmpeg needs it. A file of a remote store is copied into the
 * folder of sources once. @throws Failure
 */
export const sourcePath = async (
  { services: { files }, work, sources, bench }: JobRun,
  file: FileDescriptor,
): Promise<string> => {
  const id = uidOf(file.ref)
  if (files.pathOf) return files.pathOf(id)
  const copy = () =>
    part(sources, `source-${id}`, to =>
      copyToPath(files, id, to, { signal: bench.signal, md5: file.md5Hash }),
    )
  try {
    return await (sources === work ? copy() : inTurn(copy))
  } catch (error) {
    throw failureOf(error, file)
  }
}
